import { mayStandAlone } from '#contract/account/password-rule.ts';
import { AppError } from '#contract/base/errors.ts';
import { sitesWithoutPassword } from '#server/features/single-sign-on/store.ts';
import { countWrong, refuseLocked, subjectsOf, type Found } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { hasEnoughLinks, sendAccountLink } from '#server/kit/mail/account-links.ts';
import { verifyNothing, verifyPassword } from '#server/kit/auth/password.ts';
import { hasSecondFactor, takeCode, takeRecoveryCode } from '#server/kit/auth/second-factor.ts';
import { openSession, siteAlone, type OpenSession } from '#server/kit/auth/sessions.ts';
import type { KnownBrowser } from '#server/kit/auth/known-browser.ts';
import type { SigningKeys } from '#server/kit/auth/tokens.ts';
import { isStillPassword, loginCandidates, noteRefusal, type Candidate } from './store.ts';

/** One sentence for every reason, so that nobody learns which e-mails exist. */
const refusedSentence = 'The email or password is wrong.';
const tooShortSentence =
  'Without two-step sign-in your password is too short. We emailed you a link to choose a longer one.';
const codeSentence = 'Enter the code from your authenticator app.';
const wrongCodeSentence = 'The code is wrong. Each code works once. Enter the next code, or a recovery code.';

/** Where a sign-in comes from; the name in words a person knows again. */
export type CameFrom = { address: string; name: string; browser: KnownBrowser | undefined };

/** Who came in, whichever way: the browser is known to be this person's from then on. */
export type SignedIn = { session: OpenSession; email: string };

export async function signIn(
  database: Database,
  key: SigningKeys,
  given: { email: string; password: string; site?: string | undefined; code?: string | undefined },
  { address, name, browser }: CameFrom,
): Promise<OpenSession> {
  const { account, from } = subjectsOf('password', given.email, { address, browser });
  await refuseLocked(database, [from]);
  const email = given.email.toLowerCase();
  const looked = await countWrong(database, { email, subject: account }, () =>
    lookAt(database, key, { ...given, email, name }),
  );
  if (looked.session) return looked.session;
  if (looked.found === 'wrong') await noteRefusal(database, { from, address, email, site: looked.site });
  throw looked.refusal;
}

type Typed = { email: string; password: string; site?: string | undefined; code?: string | undefined };
type Looked = { found: Found; site?: string | undefined } & (
  | { session: OpenSession; refusal?: undefined }
  | { session?: undefined; refusal: AppError }
);

const wrongPassword = (site: string | undefined): Looked => ({
  found: 'wrong',
  site,
  refusal: new AppError('signed-out', refusedSentence),
});

async function lookAt(database: Database, key: SigningKeys, typed: Typed & { name: string }): Promise<Looked> {
  const { email, password, site } = typed;
  const candidates = await loginCandidates(database, email);
  const user = await rightOne(
    candidates.filter((each) => !site || each.site === site),
    { password, notAt: await sitesWithoutPassword(database, email) },
  );
  return user ? pastSecondStep(database, key, { ...typed, ...user }) : wrongPassword(site);
}

/** The session, once the code is right or none is asked for. */
function pastSecondStep(
  database: Database,
  key: SigningKeys,
  { site, UserId, PasswordHash, name, password, code }: Candidate & Typed & { site: string; name: string },
): Promise<Looked> {
  return database.tx(siteAlone(site), async (tx): Promise<Looked> => {
    // It may have been changed, and every session ended, while it was looked at.
    if (!(await isStillPassword(tx, { site, UserId, PasswordHash }))) return wrongPassword(site);
    const how = await secondStep(tx, key, { site, UserId }, code);
    if (how === undefined) {
      // The password alone is no failure: everybody with a second step comes here first.
      const isAsked = code === undefined;
      const refusal = new AppError('multifactor-required', isAsked ? codeSentence : wrongCodeSentence);
      return { found: isAsked ? 'neither' : 'wrong', site, refusal };
    }
    if (how === 'none' && !mayStandAlone(password)) {
      await askForLonger(tx, { site, UserId });
      return { found: 'neither', refusal: new AppError('signed-out', tooShortSentence) };
    }
    const session = await openSession(tx, { site, UserId, homeSite: site, name });
    const detail = { secondStep: how };
    await audit(tx, site, { UserId, action: 'login', entity: 'sessions', pk: session.SessionId, detail });
    return { found: 'right', session };
  });
}

/** Chosen beside a second step that is gone by now (NIST 800-63B-4): whoever reads the mail chooses a longer one. */
async function askForLonger(tx: Tx, user: { site: string; UserId: string }): Promise<void> {
  if (!(await hasEnoughLinks(tx, user, 'reset'))) await sendAccountLink(tx, { user, kind: 'reset' });
}

async function secondStep(
  tx: Tx,
  key: SigningKeys,
  user: { site: string; UserId: string },
  code: string | undefined,
): Promise<'none' | 'app' | 'recovery code' | undefined> {
  if (!(await hasSecondFactor(tx, user))) return 'none';
  if (code === undefined) return undefined;
  if (await takeCode(tx, key, user, code)) return 'app';
  return (await takeRecoveryCode(tx, user, code)) ? 'recovery code' : undefined;
}

/** Passwords looked at for every e-mail: nobody has accounts at more sites than this, but a few who work for many. */
const checksEach = 3;

/**
 * The first enabled user whose password it is, where one counts. Where none is, as many passwords are looked at for an
 * e-mail of nobody as for one that is known at a site or at some: the time of a refusal tells neither.
 */
async function rightOne(
  candidates: Candidate[],
  { password, notAt }: { password: string; notAt: Set<string> },
): Promise<Candidate | undefined> {
  for (const candidate of candidates) {
    const isRight = await verifyPassword(password, candidate.PasswordHash);
    if (isRight && !candidate.Disabled && !notAt.has(candidate.site)) return candidate;
  }
  for (let missing = candidates.length; missing < checksEach; missing += 1) await verifyNothing(password);
  return undefined;
}
