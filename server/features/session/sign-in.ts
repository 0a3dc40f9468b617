import { AppError } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit.ts';
import type { Database } from '#server/kit/database.ts';
import { verifyNothing, verifyPassword } from '#server/kit/password.ts';
import { openSession, siteAlone, type OpenSession } from '#server/kit/sessions.ts';
import { sha256 } from '#server/kit/tokens.ts';
import { clearFailures, loginCandidates, minutesLocked, noteFailure, noteRefusal, type Candidate } from './store.ts';

/** After so many failures in so many minutes an account, or an address, must wait. */
const lock = { limit: 10, minutes: 15 };
/** One sentence for every reason, so that nobody learns which e-mails exist. */
const refusedSentence = 'The e-mail or the password is not right.';

export async function signIn(
  database: Database,
  given: { email: string; password: string; site?: string | undefined },
  address: string,
): Promise<OpenSession> {
  const email = given.email.toLowerCase();
  // Hashed, because people type passwords into the e-mail field.
  const account = `account:${sha256(email)}`;
  const from = `address:${address}`;
  await refuseLocked(database, [account, from], lock.limit);
  // Counted before the password is looked at, so that many attempts at once cannot slip through together.
  await noteFailure(database, account);
  await refuseLocked(database, [account], lock.limit + 1);
  const candidates = (await loginCandidates(database, email)).filter((each) => !given.site || each.site === given.site);
  const user = await rightOne(candidates, given.password);
  if (!user) {
    await noteRefusal(database, { from, address, email, site: given.site });
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

async function refuseLocked(database: Database, subjects: string[], limit: number): Promise<void> {
  for (const subject of subjects) {
    const minutes = await minutesLocked(database, subject, { ...lock, limit });
    if (minutes === 0) continue;
    const sentence = `Too many attempts did not work. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
    throw new AppError('too-many', sentence, { retryAfter: minutes * 60 });
  }
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
