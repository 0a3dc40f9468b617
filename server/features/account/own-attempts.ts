import { accountSubject, countWrong, failuresOf, lock, sessionSubject, type Found } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { endOwnSession, siteAlone } from '#server/kit/auth/sessions.ts';
import type { Caller } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';

/**
 * Looks at what the caller shows once more: their password, a code or a passkey, all counted as one. After ten wrong
 * ones in a quarter of an hour their sign-in ends, as it may be somebody else who sits there. A call without one
 * counts as a sign-in does.
 *
 * @throws AppError `too-many`, without looking, where more came at once.
 */
export async function countOwnWrong<R extends { found: Found }>(
  database: Database,
  caller: Caller,
  email: string,
  look: () => Promise<R>,
): Promise<R> {
  const { SessionId } = caller;
  if (SessionId === undefined) return countWrong(database, { email, subject: accountSubject(email) }, look);
  const subject = sessionSubject(SessionId);
  const looked = await countWrong(database, { email: null, subject }, look);
  if (looked.found === 'wrong' && (await failuresOf(database, subject)) >= lock.limit)
    await endGuessed(database, { ...caller, SessionId });
  return looked;
}

async function endGuessed(database: Database, { site, SessionId, UserId }: Caller & { SessionId: string }) {
  await database.tx(siteAlone(site), async (tx) => {
    if (!(await endOwnSession(tx, { site, SessionId, UserId }, 'wrong guesses'))) return;
    await audit(tx, site, { UserId, action: 'guessed sign-in', entity: 'sessions', pk: SessionId });
  });
}
