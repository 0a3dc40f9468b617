import { DefaultRulesScreen } from '#features/address-book/default-rules-screen.tsx';

/** /addressBook/payerDefaultRules (spec 2): access payer rules, which the router checks. */
export function DefaultRulesRoute() {
  return <DefaultRulesScreen />;
}
