import { AppError } from '#contract/base/errors.ts';
import type { PasskeyAssertion } from '#contract/account/passkey.ts';
import { fromSubject, noteFailure, refuseLocked, subjectsOf } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Database } from '#server/kit/db/database.ts';
import { ownerOf } from '#server/kit/auth/passkeys/handle.ts';
import { takeAssertion, type PasskeyParts, type Shown } from '#server/kit/auth/passkeys/passkeys.ts';
import { openSession, siteAlone } from '#server/kit/auth/sessions.ts';
import { sitesWithoutPassword } from '#server/features/single-sign-on/store.ts';
import type { CameFrom, SignedIn } from './sign-in.ts';
import { isEnabled, noteRefusal } from './store.ts';

/** What a challenge of the login page is for. */
export const signInPurpose = 'sign in';

/** One sentence for every reason: a removed passkey, a disabled account and an invented one look the same. */
const refusedSentence = 'This passkey doesn’t work here. Try another one, or sign in with your email and password.';

/**
 * The session of who showed a passkey. It verified its owner, which is a second factor in itself (NIST 800-63B-4, 2.2).
 * Wrong ones count apart from passwords, so that whoever guesses those locks nobody out here.
 */
export async function signInWithPasskey(
  database: Database,
  parts: PasskeyParts,
  assertion: PasskeyAssertion,
  { address, name, browser }: CameFrom,
): Promise<SignedIn> {
  const from = fromSubject('passkey', { address, browser });
  await refuseLocked(database, [from]);
  const owner = ownerOf(assertion.response.userHandle);
  const shown =
    owner &&
    (await database.tx(siteAlone(owner.site), (tx) =>
      takeAssertion(tx, parts, { site: owner.site, purpose: signInPurpose, assertion }),
    ));
  if (!shown) return refuse(database, { counts: [from], address });
  const { site, UserId, PasskeyId, Email } = shown.passkey;
  const { account } = subjectsOf('passkey', Email, { address, browser });
  if (shown.is !== 'right') return refuse(database, { counts: [from, account], address, passkey: shown.passkey });
  await refuseLocked(database, [account]);
  const letNobodyIn = { counts: [], address, passkey: shown.passkey };
  // Where the clinic's own provider alone lets people in, it alone decides who has left.
  if (shown.passkey.Disabled || (await sitesWithoutPassword(database, Email)).has(site))
    return refuse(database, letNobodyIn);
  const session = await database.tx(siteAlone(site), async (tx) => {
    if (!(await isEnabled(tx, { site, UserId }))) return undefined;
    const opened = await openSession(tx, { site, UserId, homeSite: site, name });
    const detail = { passkey: PasskeyId };
    await audit(tx, site, { UserId, action: 'login', entity: 'sessions', pk: opened.SessionId, detail });
    return opened;
  });
  return session ? { session, email: Email } : refuse(database, letNobodyIn);
}

/**
 * In the audit log of whose passkey it is. A wrong one counts for the address and for them; a right one that lets nobody
 * in was no guess, and counts for no one.
 */
async function refuse(
  database: Database,
  { counts, address, passkey }: { counts: string[]; address: string; passkey?: Shown['passkey'] },
): Promise<never> {
  for (const subject of counts) await noteFailure(database, subject);
  if (passkey) await noteRefusal(database, { from: null, address, email: passkey.Email, site: passkey.site });
  throw new AppError('signed-out', refusedSentence);
}
