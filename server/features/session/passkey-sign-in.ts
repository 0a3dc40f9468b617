import { AppError } from '#contract/base/errors.ts';
import type { PasskeyAssertion } from '#contract/account/passkey.ts';
import {
  accountSubject,
  addressSubject,
  browserSubject,
  noteFailure,
  refuseLocked,
  subjectsOf,
} from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Database } from '#server/kit/db/database.ts';
import { ownerOf } from '#server/kit/auth/passkeys/handle.ts';
import { takeAssertion, type PasskeyParts, type Shown } from '#server/kit/auth/passkeys/passkeys.ts';
import { openSession, siteAlone, type OpenSession } from '#server/kit/auth/sessions.ts';
import { sitesWithoutPassword } from '#server/features/single-sign-on/store.ts';
import type { CameFrom } from './sign-in.ts';
import { isEnabled, noteRefusal } from './store.ts';

/** What a challenge of the login page is for. */
export const signInPurpose = 'sign in';

/** One sentence for every reason: a removed passkey, a disabled account and an invented one look the same. */
const refusedSentence = 'This passkey doesn’t work here. Try another one, or sign in with your email and password.';

/** The session of who showed a passkey. It verified its owner, which is a second factor in itself (NIST 800-63B-4, 2.2). */
export async function signInWithPasskey(
  database: Database,
  parts: PasskeyParts,
  assertion: PasskeyAssertion,
  { address, name, browser }: CameFrom,
): Promise<OpenSession> {
  const from = browser ? browserSubject(browser) : addressSubject(address);
  await refuseLocked(database, [from]);
  const owner = ownerOf(assertion.response.userHandle);
  const shown =
    owner &&
    (await database.tx(siteAlone(owner.site), (tx) =>
      takeAssertion(tx, parts, { site: owner.site, purpose: signInPurpose, assertion }),
    ));
  if (shown?.is !== 'right' || shown.passkey.Disabled) return refuse(database, shown, { from, address });
  const { site, UserId, PasskeyId, Email } = shown.passkey;
  await refuseLocked(database, [subjectsOf(Email, { address, browser }).account]);
  // Where the clinic's own provider alone lets people in, it alone decides who has left.
  if ((await sitesWithoutPassword(database, Email)).has(site)) return refuse(database, shown, { from, address });
  const session = await database.tx(siteAlone(site), async (tx) => {
    if (!(await isEnabled(tx, { site, UserId }))) return undefined;
    const opened = await openSession(tx, { site, UserId, homeSite: site, name });
    const detail = { passkey: PasskeyId };
    await audit(tx, site, { UserId, action: 'login', entity: 'sessions', pk: opened.SessionId, detail });
    return opened;
  });
  return session ?? refuse(database, shown, { from, address });
}

/** Counts for the address and, where the passkey is somebody's, for the account, as a wrong password does. */
async function refuse(
  database: Database,
  shown: Shown | undefined,
  { from, address }: { from: string; address: string },
): Promise<never> {
  const { Email = '', site } = shown?.passkey ?? {};
  await noteRefusal(database, { from, address, email: Email, site });
  if (shown) await noteFailure(database, accountSubject(Email));
  throw new AppError('signed-out', refusedSentence);
}
