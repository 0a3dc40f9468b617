import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { SiteKey } from '#contract/base/ids.ts';
import { audit } from './audit.ts';
import type { Tx } from './context.ts';
import type { Database } from './database.ts';
import { sha256, type SigningKey } from './tokens.ts';

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
export type OpenSession = SessionRow & { cookie: string };
export type Rotation = { session: OpenSession } | { refused: 'unknown' | 'ended' | 'reused' };

type StoredSession = {
  UserId: string;
  homeSite: string;
  secretHash: string;
  previousHash: string | null;
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
 * that an exchanged secret has been copied: the whole session ends.
 */
export async function rotateSession(database: Database, key: SigningKey, cookie: string): Promise<Rotation> {
  const named = parseCookie(cookie);
  if (!named) return { refused: 'unknown' };
  const { site, SessionId, secret } = named;
  return database.tx(siteAlone(site), async (tx) => {
    const stored = await tx.maybe<StoredSession>(
      `select "UserId", "homeSite", "secretHash", "previousHash", to_jsonb("expiresAt") #>> '{}' as "expiresAt", "endedAt"::text,
              (extract(epoch from clock_timestamp() - "rotatedAt") * 1000)::float8 as "rotatedMsAgo",
              coalesce("repeatedAt" > clock_timestamp() - interval '1 hour', false) as "isRepeated"
       from sessions where site = $1 and "SessionId" = $2 for update`,
      [site, SessionId],
    );
    if (!stored) return { refused: 'unknown' };
    const expiresAt = new Date(stored.expiresAt);
    if (stored.endedAt !== null || expiresAt.getTime() <= Date.now()) return { refused: 'ended' };
    const successor = createHmac('sha256', key.refresh).update(`${SessionId}.${secret}`).digest('base64url');
    const session = {
      site,
      SessionId,
      UserId: stored.UserId,
      homeSite: stored.homeSite,
      expiresAt,
      cookie: `${site}.${SessionId}.${successor}`,
    };
    const hash = sha256(secret);
    const isFresh = stored.previousHash !== null && stored.rotatedMsAgo <= graceMs;
    // Exchanged again so soon, a slower tab would come with a secret that is two behind.
    if (hash === stored.secretHash && isFresh) {
      await noteRepeated(tx, session);
      return { session: { ...session, cookie } };
    }
    if (hash === stored.secretHash) {
      await tx.run(
        `update sessions set "secretHash" = $3, "previousHash" = $4, "rotatedAt" = clock_timestamp() where site = $1 and "SessionId" = $2`,
        [site, SessionId, sha256(successor), hash],
      );
      return { session };
    }
    const isSuccessor = hash === stored.previousHash && sha256(successor) === stored.secretHash;
    if (isSuccessor && isFresh) return { session };
    if (isSuccessor && stored.rotatedMsAgo <= lostReplyMs && !stored.isRepeated) {
      await noteRepeated(tx, session);
      return { session };
    }
    // Only someone who once held a secret of this session can show an older one; a guess ends nothing.
    if (hash !== stored.previousHash && !isAncestor(key, SessionId, secret, stored.secretHash))
      return { refused: 'unknown' };
    await endSession(tx, { site, SessionId }, 'refresh secret used twice');
    await tellEnded(tx, { site, SessionId });
    await audit(tx, site, { UserId: stored.UserId, action: 'copied sign-in', entity: 'sessions', pk: SessionId });
    return { refused: 'reused' };
  });
}

async function noteRepeated(tx: Tx, { site, SessionId }: SessionRow): Promise<void> {
  await tx.run(`update sessions set "repeatedAt" = clock_timestamp() where site = $1 and "SessionId" = $2`, [
    site,
    SessionId,
  ]);
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
  await tx.rows(`select pg_notify('mainstay_change', 'ended ' || $1), pg_notify('mainstay_change', $2)`, [
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

export function parseCookie(cookie: string): { site: string; SessionId: string; secret: string } | undefined {
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

/** Whether some successor of `secret` is the current one, looking back over more than 14 days of quarter-hourly exchanges. */
function isAncestor(key: SigningKey, SessionId: string, secret: string, currentHash: string): boolean {
  let next = secret;
  for (let step = 0; step < 2_000; step += 1) {
    next = createHmac('sha256', key.refresh).update(`${SessionId}.${next}`).digest('base64url');
    if (sha256(next) === currentHash) return true;
  }
  return false;
}
