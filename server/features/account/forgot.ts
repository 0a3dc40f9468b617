import type { Database } from '#server/kit/db/database.ts';
import { resetSubject, takeAttempt } from '#server/kit/auth/attempts.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { loginCandidates } from '#server/features/session/store.ts';

/** So many links in a quarter of an hour, so that nobody's mailbox is filled by somebody else. */
const mostLinks = 3;

/** Mails a link to every enabled account with this e-mail. The caller was answered before: they learn nothing of it. */
export async function sendResetLinks(database: Database, email: string): Promise<void> {
  const users = (await loginCandidates(database, email.toLowerCase())).filter((user) => !user.Disabled);
  if (users.length === 0) return;
  if (!(await takeAttempt(database, resetSubject(email), mostLinks))) return;
  for (const user of users)
    await database.tx(siteAlone(user.site), (tx) => sendAccountLink(tx, { user, kind: 'reset' }));
}
