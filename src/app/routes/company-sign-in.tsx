import { SingleSignOnScreen } from '#features/single-sign-on/single-sign-on-screen.tsx';

/** /company/signIn: how people of this site come in besides a password; manage company settings, which the router checks. */
export function CompanySignInRoute() {
  return <SingleSignOnScreen />;
}
