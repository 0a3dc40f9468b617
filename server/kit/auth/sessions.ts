import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { SiteKey } from '#contract/base/ids.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import { keyOfSession } from './session-key.ts';
import { sha256, type SigningKey, type SigningKeys } from './tokens.ts';

/** How long a sign-in lasts without the password. */
const sessionLifetimeMs = 14 * 24 * 3_600_000;
/** A second tab may still come with the secret that the first one has just exchanged. */
const graceMs = 30_000;
/**
 * A browser that was killed, or whose reply was lost, comes back later with the secret before: browsers write cookies to
 * disk half a minute late. Only while the successor was never shown, and once an hour: two who take turns with a copied
 * secret are found out at the second turn.
 */
const lostReplyMs = 300_000;

export type SessionRow = { site: string; SessionId: string; UserId: string; homeSite: string; expiresAt: Date };
/** What a refresh cookie says. */
type Named = { site: string; SessionId: string; secret: string };
export type OpenSession = SessionRow & { cookie: string };
export type Rotation = { session: OpenSession } | { refused: 'unknown' | 'ended' | 'reused' };

type StoredSession = {
  UserId: string;
  homeSite: string;
  secretHash: string;
  previousHash: string | null;
  DeviceId: string | null;
  /** Null also where it is in doubt. */
  deviceHash: string | null;
  lostHashes: string[];
  /** Of the key that its secrets follow from; null before the first exchange. */
  keyId: string | null;
  isShown: boolean;
  expiresAt: string;
  endedAt: string | null;
  rotatedMsAgo: number;
  isRepeated: boolean;
};

export async function openSession(
  tx: Tx,
  { name = null, ...who }: { site: string; UserId: string; homeSite: string; name?: string | null },
): Promise<OpenSession> {
  const SessionId = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  await tx.run(
    `insert into sessions (site, "SessionId", "UserId", "homeSite", "secretHash", "expiresAt", name) values ($1, $2, $3, $4, $5, $6, $7)`,
    [who.site, SessionId, who.UserId, who.homeSite, sha256(secret), expiresAt.toISOString(), name],
  );
  return { ...who, SessionId, expiresAt, cookie: `${who.site}.${SessionId}.${secret}` };
}

/**
 * Exchanges the refresh secret for its successor. The successor follows from the secret and the server's
 * key, so a second tab (or a lost reply) within the grace times gets the very same one again. Later than
 * that an exchanged secret has been copied and the whole session ends, unless its own device proves itself
 * and nobody ever showed the successor (docs/decisions/0014-sign-ins-taken-up.md).
 */
export async function rotateSession(
  database: Database,
  keys: SigningKeys,
  { cookie, deviceSecret }: { cookie: string; deviceSecret?: string | undefined },
): Promise<Rotation> {
  const named = parseCookie(cookie);
  if (!named) return { refused: 'unknown' };
  const { site, SessionId, secret } = named;
  return database.tx(siteAlone(site), async (tx) => {
    const stored = await tx.maybe<StoredSession>(
      `select "UserId", "homeSite", "secretHash", "previousHash", "DeviceId", "lostHashes", "isShown", "keyId",
              case when not "isDeviceDoubtful" then "deviceHash" end as "deviceHash", to_jsonb("expiresAt") #>> '{}' as "expiresAt", "endedAt"::text,
              (extract(epoch from clock_timestamp() - "rotatedAt") * 1000)::float8 as "rotatedMsAgo",
              coalesce("repeatedAt" > clock_timestamp() - interval '1 hour', false) as "isRepeated"
       from sessions where site = $1 and "SessionId" = $2 for update`,
      [site, SessionId],
    );
    if (!stored) return { refused: 'unknown' };
    const expiresAt = new Date(stored.expiresAt);
    if (stored.endedAt !== null || expiresAt.getTime() <= Date.now()) return { refused: 'ended' };
    const { UserId, homeSite, secretHash, lostHashes } = stored;
    const key = keyOfSession(keys, stored);
    // Its key was dropped: what follows from its secret is not known any more.
    if (!key) return { refused: 'ended' };
    const sessionWith = (next: string) => ({
      site,
      SessionId,
      UserId,
      homeSite,
      expiresAt,
      cookie: `${site}.${SessionId}.${next}`,
    });
    const successor = successorOf(key, SessionId, secret);
    const hash = sha256(secret);
    const isFresh = stored.previousHash !== null && stored.rotatedMsAgo <= graceMs;
    // Exchanged again so soon, a slower tab would come with a secret that is two behind.
    if (hash === secretHash && isFresh) {
      await noteRepeated(tx, named, { isShown: true });
      return { session: sessionWith(secret) };
    }
    if (hash === secretHash) {
      await tx.run(
        `update sessions set "secretHash" = $3, "previousHash" = $4, "rotatedAt" = clock_timestamp(), "isShown" = false, "keyId" = $5
         where site = $1 and "SessionId" = $2`,
        [site, SessionId, sha256(successor), hash, key.id],
      );
      return { session: sessionWith(successor) };
    }
    const again = hash === stored.previousHash && (await giveAgain(tx, key, { ...named, stored, deviceSecret }));
    if (again) return { session: sessionWith(again) };
    // Only someone who once held a secret of this session can show an older one; a guess ends nothing.
    if (hash !== stored.previousHash && !leadsTo(key, { SessionId, secret }, [secretHash, ...lostHashes]))
      return { refused: 'unknown' };
    await endSession(tx, { site, SessionId }, 'refresh secret used twice');
    await tellEnded(tx, { site, SessionId });
    await audit(tx, site, { UserId, action: 'copied sign-in', entity: 'sessions', pk: SessionId });
    return { refused: 'reused' };
  });
}

/** What whoever shows the secret before the current one may go on with, if anything. */
async function giveAgain(
  tx: Tx,
  key: SigningKey,
  shown: Named & { stored: StoredSession; deviceSecret: string | undefined },
): Promise<string | undefined> {
  const { SessionId, secret, stored } = shown;
  const successor = successorOf(key, SessionId, secret);
  const replacement = successorOf(key, SessionId, secret, stored.lostHashes.length);
  const given = [successor, replacement].find((one) => sha256(one) === stored.secretHash);
  const isProven = provesDevice(stored, shown.deviceSecret);
  // What the device got for its proof, nobody gets without.
  const mayHaveIt = given === successor || isProven;
  if (given === undefined || !mayHaveIt) return undefined;
  if (stored.rotatedMsAgo <= graceMs) return given;
  if (stored.rotatedMsAgo <= lostReplyMs && !stored.isRepeated) {
    await noteRepeated(tx, shown, { isShown: stored.isShown });
    return given;
  }
  if (!isProven || stored.isShown) return undefined;
  const next = successorOf(key, SessionId, secret, stored.lostHashes.length + 1);
  await takeUp(tx, shown, next);
  return next;
}

/** `replaced` tells how often a successor had been lost before this one: each gets another in its place. */
function successorOf(key: SigningKey, SessionId: string, secret: string, replaced = 0): string {
  const from = replaced === 0 ? `${SessionId}.${secret}` : `${SessionId}.${secret}.${replaced}`;
  return createHmac('sha256', key.refresh).update(from).digest('base64url');
}

function provesDevice({ deviceHash }: StoredSession, deviceSecret: string | undefined): boolean {
  if (deviceHash === null || deviceSecret === undefined) return false;
  return timingSafeEqual(Buffer.from(deviceHash), Buffer.from(sha256(deviceSecret)));
}

/**
 * The successor that nobody ever showed is void from now on, with the tokens made so far, and another takes its place:
 * had somebody else fetched it, nothing of it goes on.
 */
async function takeUp(
  tx: Tx,
  { site, SessionId, stored: { UserId, DeviceId } }: Named & { stored: StoredSession },
  next: string,
): Promise<void> {
  await tx.run(
    `update sessions set "lostHashes" = "lostHashes" || "secretHash", "secretHash" = $3, "rotatedAt" = clock_timestamp()
     where site = $1 and "SessionId" = $2`,
    [site, SessionId, sha256(next)],
  );
  await tx.rows(`select set_config('app.device', $1, true), pg_notify('mainstay_change', 'tied ' || $2)`, [
    DeviceId ?? '',
    SessionId,
  ]);
  await audit(tx, site, { UserId, action: 'sign-in taken up again', entity: 'sessions', pk: SessionId });
}

async function noteRepeated(tx: Tx, { site, SessionId }: Named, { isShown }: { isShown: boolean }): Promise<void> {
  await tx.run(
    `update sessions set "repeatedAt" = clock_timestamp(), "isShown" = $3 where site = $1 and "SessionId" = $2`,
    [site, SessionId, isShown],
  );
}

export async function endSession(tx: Tx, session: { site: string; SessionId: string }, why: string): Promise<boolean> {
  const ended = await tx.run(
    `update sessions set "endedAt" = clock_timestamp(), "endedWhy" = $3 where site = $1 and "SessionId" = $2 and "endedAt" is null`,
    [session.site, session.SessionId, why],
  );
  return ended === 1;
}

/** Ends one session of a user; false when there is none of theirs. All processes forget it at once. */
export async function endOwnSession(
  tx: Tx,
  session: { site: string; SessionId: string; UserId: string },
  why: string,
): Promise<boolean> {
  const { site, SessionId, UserId } = session;
  const held = await tx.maybe(
    `select 1 from sessions where site = $1 and "SessionId" = $2 and "UserId" = $3 for update`,
    [site, SessionId, UserId],
  );
  if (!held || !(await endSession(tx, session, why))) return false;
  await tellEnded(tx, { site, SessionId });
  return true;
}

/** All processes forget the session, and its site's screens look again. */
async function tellEnded(tx: Tx, { site, SessionId }: { site: string; SessionId: string }): Promise<void> {
  await tx.rows(`select pg_notify('mainstay_change', 'ended ' || $1), tell_after_commit('changed ' || $2)`, [
    SessionId,
    site,
  ]);
}

/**
 * Ends every session of a user of the transaction's own site, wherever a superuser chose to be, but perhaps the one
 * they are at. All processes forget them at once.
 */
export async function endSessionsOfUser(
  tx: Tx,
  UserId: string,
  { why, except = null }: { why: string; except?: string | null },
): Promise<void> {
  await tx.rows(`select end_sessions_of_user($1, $2, $3)`, [UserId, why, except]);
}

/** The session a refresh cookie belongs to, if its secret is the current or the last one. */
export async function sessionOfCookie(
  tx: Tx,
  cookie: string,
): Promise<{ site: string; SessionId: string; UserId: string } | undefined> {
  const named = parseCookie(cookie);
  if (!named) return undefined;
  return tx.maybe(
    `select site, "SessionId", "UserId" from sessions
     where site = $1 and "SessionId" = $2 and "endedAt" is null and $3 in ("secretHash", "previousHash")`,
    [named.site, named.SessionId, sha256(named.secret)],
  );
}

/** Those of the given sessions whose user is still signed in. */
export async function liveSessions(database: Database, site: string, SessionIds: string[]): Promise<Set<string>> {
  const rows = await database.tx(siteAlone(site), (tx) =>
    tx.rows<{ SessionId: string }>(
      `select s."SessionId" from sessions s left join users u on u.site = s.site and u."UserId" = s."UserId"
       where s.site = $1 and s."SessionId" = any ($2) and s."endedAt" is null and s."expiresAt" > clock_timestamp()
         and (s."homeSite" <> s.site or u."Disabled" = false)`,
      [site, SessionIds],
    ),
  );
  return new Set(rows.map((row) => row.SessionId));
}

export function parseCookie(cookie: string): Named | undefined {
  const [site, SessionId, secret, ...rest] = cookie.split('.');
  if (
    rest.length > 0 ||
    !SiteKey.safeParse(site).success ||
    !/^[0-9a-f-]{36}$/.test(SessionId ?? '') ||
    !/^[\w-]{43}$/.test(secret ?? '')
  ) {
    return undefined;
  }
  return { site: site ?? '', SessionId: SessionId ?? '', secret: secret ?? '' };
}

/** Who a transaction is for before a user is known: the site's own rows, no facility's and no money. */
export function siteAlone(site: string) {
  return { site, UserId: null, device: null, scopes: ['site'] };
}

/**
 * Whether the secret, or what followed from it, is one of these: the current one, or one that was lost. Looks back over
 * more than 14 days of quarter-hourly exchanges.
 */
function leadsTo(
  key: SigningKey,
  { SessionId, secret }: { SessionId: string; secret: string },
  hashes: string[],
): boolean {
  const ends = new Set(hashes);
  let next = secret;
  for (let step = 0; step <= 2_000; step += 1) {
    if (ends.has(sha256(next))) return true;
    next = successorOf(key, SessionId, next);
  }
  return false;
}
