import { ScimPanel } from '#features/scim/scim-panel.tsx';
import { SingleSignOnScreen } from '#features/single-sign-on/single-sign-on-screen.tsx';
import { useMay } from '#shared/session.ts';

/** /company/signIn: how people of this site come in and who writes their accounts; the router checks `manage company settings`. */
export function CompanySignInRoute() {
  const mayManageUsers = useMay('manage users');
  return (
    <>
      <SingleSignOnScreen />
      {mayManageUsers && <ScimPanel />}
    </>
  );
}
