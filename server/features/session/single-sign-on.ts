import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/base/errors.ts';
import {
  connectionOf,
  keptDeviceSecret,
  linkSubject,
  meantBy,
  replaceDeviceSecret,
  takeState,
  userOfSubject,
  waysOf,
  type SsoUser,
  type StoredConnection,
} from '#server/features/single-sign-on/store.ts';
import { fromSubject, noteFailure, refuseLocked } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { isOutage } from '#server/kit/outgoing/is-outage.ts';
import { secretsOf } from '#server/kit/auth/sealed-kinds.ts';
import { openText, sealText } from '#server/kit/auth/sealed-text.ts';
import { openSession, siteAlone } from '#server/kit/auth/sessions.ts';
import {
  authorization,
  describeProvider,
  personOf,
  redirectUri,
  type Calls,
  type Checks,
  type Person,
} from '#server/kit/auth/single-sign-on/provider.ts';
import { sha256, type SigningKeys } from '#server/kit/auth/tokens.ts';
import type { CameFrom, SignedIn } from './sign-in.ts';

export type SsoParts = { database: Database; key: SigningKeys; calls: Calls; publicUrl: string };

/** One sentence for every reason, so that nobody learns who has an account or what was wrong with a reply. */
const refusedSentence = 'Single sign-on did not work. Start again from the sign-in page, or ask your administrator.';
const awaySentence = 'Your clinic’s sign-in service is not answering. Nothing was changed. Try again.';
const sealedSentence =
  'Single sign-on needs its client secret again. Ask your administrator to enter it under Company, Sign-in.';

/** How long a person may take at the provider. */
export const attemptMs = 600_000;

/** What the browser keeps of an attempt, sealed. */
type Attempt = Checks & { site: string; issuer: string; clientId: string; returnTo: string; until: number };

/** Told by the domain alone. */
export function waysIn(database: Database, email: string): Promise<{ site: string; name: string }[]> {
  return waysOf(database, email.slice(email.lastIndexOf('@') + 1));
}

export async function startSignIn(
  { database, key, calls, publicUrl }: SsoParts,
  { site, email, returnTo }: { site: string; email?: string | undefined; returnTo: string },
): Promise<{ address: string; attempt: string }> {
  const connection = await enabledConnection(database, site);
  if (!connection) refuse();
  const provider = await describe({ calls, key }, connection);
  const asked = { redirectTo: redirectUri(publicUrl, site), email };
  const { address, checks } = await authorization(provider, asked).catch(isAway);
  const { issuer, clientId } = connection;
  const attempt: Attempt = { ...checks, site, issuer, clientId, returnTo, until: Date.now() + attemptMs };
  return { address, attempt: sealText(key, attemptPurpose, JSON.stringify(attempt)) };
}

const attemptPurpose = 'sso attempt';

/** The session of who comes back from the provider. Its own sign-in stands for every step of ours. */
export async function finishSignIn(
  parts: SsoParts,
  given: { site: string; answer: string; attempt: string },
  from: CameFrom,
): Promise<SignedIn & { returnTo: string; deviceSecret: string }> {
  const subject = fromSubject('single sign-on', from);
  await refuseLocked(parts.database, [subject]);
  // Nobody guesses anything with a reply that nothing was begun for, or with the provider’s no: neither counts.
  if (given.attempt === '' || new URLSearchParams(given.answer).has('error')) refuse();
  const attempt = openAttempt(parts.key, given);
  const connection = await enabledConnection(parts.database, given.site);
  const isSame = connection?.issuer === attempt?.issuer && connection?.clientId === attempt?.clientId;
  const person = attempt && connection && isSame && (await askWho(parts, given.answer, { attempt, connection }));
  const entered = person ? await enter(parts, { connection, person, name: from.name }) : undefined;
  if (attempt && entered) return { ...entered, returnTo: attempt.returnTo };
  await noteRefused(parts.database, { connection, person: person || undefined, address: from.address, subject });
  return refuse();
}

function refuse(): never {
  throw new AppError('signed-out', refusedSentence);
}

type Refused = {
  connection: StoredConnection | undefined;
  person: Person | undefined;
  address: string;
  subject: string;
};

/**
 * A line in the log of a site that has single sign-on; of whom, as far as the provider said. A reply that does not fit
 * is a failure of where it came from; somebody the provider knows, and who may not come in here, guessed nothing.
 */
async function noteRefused(database: Database, { connection, person, address, subject }: Refused): Promise<void> {
  if (!person) await noteFailure(database, subject);
  if (!connection) return;
  const { site, issuer } = connection;
  await database.tx(siteAlone(site), async (tx) => {
    const UserId = person ? await meantBy(tx, { site, issuer, ...person }) : null;
    const about = UserId ? { entity: 'sessions', pk: UserId } : { entity: 'singleSignOn', pk: site };
    const detail = { way: 'single sign-on', issuer, address };
    await audit(tx, site, { UserId, action: 'login failed', ...about, detail });
  });
}

function openAttempt(key: SigningKeys, given: { site: string; attempt: string }): Attempt | undefined {
  const text = openText(key, attemptPurpose, given.attempt);
  const attempt = text === undefined ? undefined : (JSON.parse(text) as Attempt);
  return attempt && attempt.site === given.site && attempt.until > Date.now() ? attempt : undefined;
}

/** Undefined for a reply that does not fit: another state, nonce, issuer, audience or signature, or a code that is over. */
async function askWho(
  { database, key, calls, publicUrl }: SsoParts,
  answer: string,
  { attempt, connection }: { attempt: Attempt; connection: StoredConnection },
): Promise<Person | undefined> {
  const { site } = attempt;
  const isFirst = await database.tx(siteAlone(site), (tx) => takeState(tx, site, sha256(attempt.state)));
  if (!isFirst) return undefined;
  const provider = await describe({ calls, key }, connection);
  try {
    return await personOf(provider, { redirectTo: redirectUri(publicUrl, site), answer, checks: attempt });
  } catch (error) {
    return isOutage(error) ? isAway() : undefined;
  }
}

async function enter(
  { database, key }: SsoParts,
  { connection, person, name }: { connection: StoredConnection; person: Person; name: string },
): Promise<(SignedIn & { deviceSecret: string }) | undefined> {
  const { site, issuer } = connection;
  return database.tx(siteAlone(site), async (tx) => {
    const user = await userOf(tx, connection, person);
    if (!user) return undefined;
    const { UserId } = user;
    const session = await openSession(tx, { site, UserId, homeSite: site, name });
    const detail = { way: 'single sign-on', issuer };
    await audit(tx, site, { UserId, action: 'login', entity: 'sessions', pk: session.SessionId, detail });
    return { session, email: user.Email, deviceSecret: await deviceSecretOf(tx, key, { site, UserId }) };
  });
}

/** By who they are at the provider; at first by their verified e-mail. Their e-mail here must be of the site's domains. */
async function userOf(tx: Tx, connection: StoredConnection, { subject, email }: Person): Promise<SsoUser | undefined> {
  const { site, issuer } = connection;
  const known = await userOfSubject(tx, { site, issuer, subject });
  if (known) return isOfDomain(connection, known.Email) ? known : undefined;
  if (email === null || !isOfDomain(connection, email)) return undefined;
  const linked = await linkSubject(tx, { site, issuer, subject, email });
  if (!linked) return undefined;
  const { UserId } = linked;
  const detail = { issuer, subject };
  await audit(tx, site, { UserId, action: 'single sign-on linked', entity: 'users', pk: UserId, detail });
  return linked;
}

function isOfDomain({ confirmedDomains }: StoredConnection, email: string): boolean {
  return confirmedDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/**
 * Made at the first need; always the same, so that what is kept on a device opens at the next sign-in. One that another
 * signing key sealed, which is not here any more, is lost: a device then asks for what opened it before, or begins anew.
 */
async function deviceSecretOf(tx: Tx, key: SigningKeys, user: { site: string; UserId: string }): Promise<string> {
  const purpose = secretsOf.device(user);
  const fresh = sealText(key, purpose, randomBytes(32).toString('base64url'));
  const kept = await keptDeviceSecret(tx, user, fresh);
  const secret =
    openText(key, purpose, kept) ??
    openText(key, purpose, await replaceDeviceSecret(tx, user, { unreadable: kept, fresh }));
  if (secret === undefined) throw new Error('A device secret was sealed with another signing key meanwhile.');
  return secret;
}

export function ownDeviceSecret(
  { database, key }: Pick<SsoParts, 'database' | 'key'>,
  user: { site: string; UserId: string },
): Promise<string> {
  return database.tx(siteAlone(user.site), (tx) => deviceSecretOf(tx, key, user));
}

async function enabledConnection(database: Database, site: string): Promise<StoredConnection | undefined> {
  const found = await database.tx(siteAlone(site), (tx) => connectionOf(tx, site));
  return found?.Enabled ? found : undefined;
}

async function describe(
  { calls, key }: Pick<SsoParts, 'calls' | 'key'>,
  { site, issuer, clientId, sealedSecret }: StoredConnection,
) {
  const clientSecret = openText(key, secretsOf.singleSignOn({ site }), sealedSecret);
  if (clientSecret === undefined) throw new AppError('unavailable', sealedSentence);
  return describeProvider(calls, { issuer, clientId, clientSecret }).catch(isAway);
}

function isAway(): never {
  throw new AppError('unavailable', awaySentence);
}
