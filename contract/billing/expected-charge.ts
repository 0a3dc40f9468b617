import type { Payer } from '../address-book/payer.ts';
import type { Cents } from '../base/money.ts';
import { billedCode } from '../charges/billed-code.ts';
import type { PricedCode, Service } from '../charges/service.ts';

/** What a claim of these services will come to, by the site's prices; the server's figure decides. */
export function expectedCharge(
  services: readonly Pick<Service, 'CPT_Code' | 'Units'>[],
  payer: Payer,
  codes: readonly PricedCode[],
): Cents {
  const priceOf = (code: string) => codes.find((each) => each.CPT_Code === code)?.charge ?? 0;
  return services.reduce((sum, { CPT_Code, Units }) => sum + Units * priceOf(billedCode(CPT_Code, payer)), 0);
}
