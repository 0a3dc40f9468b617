import { AccountScreen } from '#features/account/account-screen.tsx';

/** My account: what a person decides about their own sign-in. */
export function AccountRoute() {
  return <AccountScreen />;
}
