import { MailScreen } from '#features/mail/mail-screen.tsx';

/** The embedded mail spool, for who may manage users; the router checks that. */
export function CompanyMailRoute() {
  return <MailScreen />;
}
