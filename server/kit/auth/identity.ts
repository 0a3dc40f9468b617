import { AppError } from '#contract/base/errors.ts';
import { holds, maySeeChiropracticAdjustments, seesDashboardOnly } from '#contract/base/permissions.ts';
import { allowedFrom, mayComeFrom } from '#contract/session/allowed-addresses.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import type { Session } from '#contract/session/current-user.ts';
import { withOwn } from '#contract/users/rights.ts';
import type { ProviderType } from '#contract/providers/provider.ts';
import type { Caller, Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import { refuseErased } from './devices.ts';
import { everyPermission } from './every-permission.ts';
import { ownProviderIds } from '../db/own-providers.ts';
import { siteAlone, type SessionRow } from './sessions.ts';
import { signToken, tokenLifetimeMs, type Claims, type SigningKeys } from './tokens.ts';

/** A disabled user or an ended session is noticed within 5 s: the age of what is remembered plus the load itself. */
export const rememberMs = 4_000;

export const signedOutSentence = 'Your session has ended. Sign in again. Waiting changes on this device are kept.';
const notConfiguredSentence = 'Your team administrator has not set up your account yet';

/** Who a session's user is just now, and from where they may come. */
type Known = { caller: Caller; siteName: string; takenUp: number; allowedAddresses: string[]; holdsForMs: number };

export type Identity = {
  /** The caller behind a verified token; refuses ended sessions, disabled users, unset accounts and blocked addresses. */
  caller(claims: Claims, address: string): Promise<Caller>;
  /** A new bearer token for a session, after the same checks. */
  issue(session: SessionRow, address: string): Promise<Session>;
  /** Forgets what is remembered of a session that has just ended. */
  forget(SessionId: string): void;
  /** Forgets what is remembered of a user whose rights have just changed. */
  forgetUser(UserId: string): void;
};

export function createIdentity(database: Database, key: SigningKeys): Identity {
  const remembered = new Map<string, { known: Promise<Known>; until: number; UserId: string }>();

  function load(session: { site: string; SessionId: string; UserId: string }): Promise<Known> {
    const now = Date.now();
    const kept = remembered.get(session.SessionId);
    if (kept && kept.until > now) return kept.known;
    for (const [id, { until }] of remembered) if (until <= now) remembered.delete(id);
    const known = loadKnown(database, session);
    remembered.set(session.SessionId, { known, until: now + rememberMs, UserId: session.UserId });
    known.then(
      // Emergency access is not remembered beyond its end.
      ({ holdsForMs }) => {
        const kept = remembered.get(session.SessionId);
        if (kept?.known === known) kept.until = Math.min(kept.until, Date.now() + holdsForMs);
      },
      () => remembered.delete(session.SessionId),
    );
    return known;
  }

  async function admitted(
    session: { site: string; SessionId: string; UserId: string },
    address: string,
  ): Promise<Known> {
    const known = await load(session);
    if (known.caller.UserId !== session.UserId || known.caller.site !== session.site)
      throw new AppError('signed-out', signedOutSentence);
    if (known.caller.can.length === 0) throw new AppError('not-configured', notConfiguredSentence);
    if (!mayComeFrom(address, known.allowedAddresses)) throw new AppError('ip-blocked', 'IP blocked');
    return known;
  }

  const ofClaims = (claims: Claims) => ({ site: claims.site, SessionId: claims.sid, UserId: claims.sub });

  return {
    async caller(claims, address) {
      const { caller, takenUp } = await admitted(ofClaims(claims), address);
      if ((claims.takenUp ?? 0) < takenUp) throw new AppError('signed-out', signedOutSentence);
      return caller;
    },
    forget: (SessionId) => remembered.delete(SessionId),
    forgetUser(UserId) {
      for (const [SessionId, one] of remembered) if (one.UserId === UserId) remembered.delete(SessionId);
    },
    async issue(session, address) {
      // Claims last a quarter of an hour: they are never made of what is only remembered.
      remembered.delete(session.SessionId);
      const { caller, siteName, takenUp } = await admitted(session, address);
      const { site, UserId, SuperUser } = caller;
      const claims = { sub: UserId as Claims['sub'], site, sid: session.SessionId, SuperUser };
      const token = await signToken(key, { ...claims, ...(takenUp > 0 && { takenUp }) });
      return { token, expiresIn: tokenLifetimeMs, site, siteName, UserId: UserId as Claims['sub'], SuperUser };
    },
  };
}

/** Which rows a caller's transactions may see (architecture.md, row scope). */
export function scopesOf(
  caller: Pick<Caller, 'can' | 'facilityIds' | 'providerIds' | 'isDashboardOnly' | 'SuperUser' | 'ProviderType'> &
    Partial<Pick<Caller, 'UserId'>>,
): string[] {
  if (caller.isDashboardOnly) return [];
  return [
    'site',
    // What is this person's alone, such as own templates.
    ...(caller.UserId === undefined ? [] : [`user:${caller.UserId}`]),
    ...scoped('facility', caller.facilityIds),
    ...scoped('provider', caller.providerIds),
    ...(holds(caller.can, 'access billing') ? ['billing'] : []),
    ...(maySeeChiropracticAdjustments(caller) ? ['adjustments'] : []),
  ];
}

function scoped(kind: 'facility' | 'provider', ids: readonly string[] | null): string[] {
  return ids === null ? [`${kind}:*`] : ids.map((id) => `${kind}:${id}`);
}

type UserRow = {
  UserId: string;
  FirstName: string;
  LastName: string;
  SuperUser: boolean;
  EmployeeId: string | null;
  ProviderType: ProviderType | null;
  can: string[];
  facilityIds: string[] | null;
  providerIds: string[] | null;
  ownProviderIds: string[];
  emergency: (NonNullable<Caller['emergency']> & { leftMs: number }) | null;
};

async function loadKnown(database: Database, at: { site: string; SessionId: string }): Promise<Known> {
  const found = await database.tx(siteAlone(at.site), async (tx) => {
    const session = await tx.maybe<{
      UserId: string;
      DeviceId: string | null;
      homeSite: string;
      takenUp: number;
      siteName: string;
      settings: Record<string, unknown>;
    }>(
      `select s."UserId", s."DeviceId", s."homeSite", cardinality(s."lostHashes") as "takenUp", w."Name" as "siteName", w.settings from sessions s join sites w on w.site = s.site
       where s.site = $1 and s."SessionId" = $2 and s."endedAt" is null and s."expiresAt" > clock_timestamp()`,
      [at.site, at.SessionId],
    );
    if (!session) await refuseErased(tx, at);
    const user = session?.homeSite === at.site ? await enabledUser(tx, at.site, session.UserId) : undefined;
    return session && { session, user };
  });
  if (!found) throw new AppError('signed-out', signedOutSentence);
  const { session } = found;
  const isAway = session.homeSite !== at.site;
  const user = isAway
    ? await database.tx(siteAlone(session.homeSite), (tx) => enabledUser(tx, session.homeSite, session.UserId))
    : found.user;
  if (!user || (isAway && !user.SuperUser)) throw new AppError('signed-out', signedOutSentence);
  return {
    siteName: session.siteName,
    takenUp: session.takenUp,
    allowedAddresses: allowedFrom(session.settings['allowed_addresses']).map(({ network }) => network),
    holdsForMs: (!isAway && user.emergency?.leftMs) || Infinity,
    caller: {
      ...callerOf(at.site, user, isAway),
      ...emergencyRights(user, isAway, settingsFrom(session.settings).enable_emergency_access),
      device: session.DeviceId,
      SessionId: at.SessionId,
      ...(isAway && { homeSite: session.homeSite }),
    },
  };
}

/** In a foreign site a superuser is nobody's employee and sees every facility. */
function callerOf(site: string, user: UserRow, isAway: boolean): Caller {
  return {
    site,
    UserId: user.UserId,
    name: `${user.FirstName} ${user.LastName}`,
    can: user.SuperUser ? [...new Set([...everyPermission, ...user.can])] : user.can,
    SuperUser: user.SuperUser,
    ProviderId: isAway ? null : user.EmployeeId,
    ProviderType: isAway ? null : user.ProviderType,
    facilityIds: user.SuperUser ? null : user.facilityIds,
    providerIds: user.SuperUser ? null : withOwn(user.providerIds, user.ownProviderIds),
    device: null,
  };
}

/** Emergency access is asked for in the site one belongs to; who may ask and has none holds nothing else (spec 6). */
function emergencyRights(user: UserRow, isAway: boolean, isEnabled: boolean): Partial<Caller> {
  if (isAway) return {};
  if (user.emergency) {
    const { leftMs: _, ...emergency } = user.emergency;
    const { can } = callerOf('', user, false);
    return { emergency, can: [...new Set([...can, 'has emergency access'])] };
  }
  return seesDashboardOnly(user.can, isEnabled) ? { can: ['request emergency access'], isDashboardOnly: true } : {};
}

function enabledUser(tx: Tx, site: string, UserId: string): Promise<UserRow | undefined> {
  return tx.maybe<UserRow>(
    `select u."UserId", u."FirstName", u."LastName", u."SuperUser", u."EmployeeId", p."Type" as "ProviderType", u.can, u."facilityIds", u."providerIds",
       ${ownProviderIds},
       (select json_build_object('id', g."EmergencyAccessId", 'reason', g.reason, 'startedAt', g."startedAt", 'endsAt', g."endsAt",
          'leftMs', ceil(extract(epoch from g."endsAt" - clock_timestamp()) * 1000))
        from emergency_grants g where g.site = u.site and g."UserId" = u."UserId" and g."endsAt" > clock_timestamp()
          and g."endedAt" is null order by g."endsAt" desc limit 1) as emergency
     from users u left join providers p on p.site = u.site and p."ProviderId" = u."EmployeeId"
     where u.site = $1 and u."UserId" = $2 and not u."Disabled"`,
    [site, UserId],
  );
}
