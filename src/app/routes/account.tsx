import { AccountScreen } from '#features/account/account-screen.tsx';
import { OwnDevices } from '#features/session/own-devices.tsx';

/** My account: what a person decides about their own sign-in and devices. */
export function AccountRoute() {
  return (
    <AccountScreen>
      <OwnDevices />
    </AccountScreen>
  );
}
