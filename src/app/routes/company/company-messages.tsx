import { MessagesScreen } from '#features/messages/messages-screen.tsx';

/** What was sent to patients, for who may manage users; the router checks that. */
export function CompanyMessagesRoute() {
  return <MessagesScreen />;
}
