import { AppError } from '#contract/base/errors.ts';
import { accountSubject, clearFailures, countAttempt, noteFailure, refuseLocked } from '#server/kit/attempts.ts';
import { audit } from '#server/kit/audit.ts';
import type { Database } from '#server/kit/database.ts';
import { verifyNothing, verifyPassword } from '#server/kit/password.ts';
import { openSession, siteAlone, type OpenSession } from '#server/kit/sessions.ts';
import { loginCandidates, type Candidate } from './store.ts';

/** One sentence for every reason, so that nobody learns which e-mails exist. */
const refusedSentence = 'The e-mail or the password is not right.';

export async function signIn(
  database: Database,
  given: { email: string; password: string; site?: string | undefined },
  address: string,
): Promise<OpenSession> {
  const account = accountSubject(given.email);
  const from = `address:${address}`;
  await refuseLocked(database, [from]);
  await countAttempt(database, account);
  const candidates = await loginCandidates(database, given.email.toLowerCase());
  const user = await rightOne(
    candidates.filter((each) => !given.site || each.site === given.site),
    given.password,
  );
  if (!user) {
    await noteFailure(database, from);
    throw new AppError('signed-out', refusedSentence);
  }
  await clearFailures(database, account);
  const { site, UserId } = user;
  return database.tx(siteAlone(site), async (tx) => {
    const session = await openSession(tx, { site, UserId, homeSite: site });
    await audit(tx, site, { UserId, action: 'login', entity: 'sessions', pk: session.SessionId });
    return session;
  });
}

/** The first enabled user whose password it is. An unknown e-mail costs as much time as a wrong password. */
async function rightOne(candidates: Candidate[], password: string): Promise<Candidate | undefined> {
  if (candidates.length === 0) await verifyNothing(password);
  let right: Candidate | undefined;
  for (const candidate of candidates) {
    const isRight = await verifyPassword(password, candidate.PasswordHash);
    if (isRight && !candidate.Disabled) right ??= candidate;
  }
  return right;
}
