import type { SsoConnection } from '#contract/single-sign-on/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { ownProviderIds } from '#server/kit/db/own-providers.ts';

export type StoredConnection = Omit<SsoConnection, 'isSecretReadable'> & { site: string; sealedSecret: string };

export function connectionOf(tx: Tx, site: string): Promise<StoredConnection | undefined> {
  return tx.maybe<StoredConnection>(
    `select site, "Name", issuer, "clientId", "sealedSecret", domains, "confirmedDomains", "passwordAllowed", "Enabled"
     from sso_connections where site = $1`,
    [site],
  );
}

/** The connection for who changes it: whoever else does waits, also where there is none yet. */
export async function lockConnection(tx: Tx, site: string): Promise<StoredConnection | undefined> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('single sign-on ' || app_site()))`);
  return connectionOf(tx, site);
}

export async function putConnection(tx: Tx, its: StoredConnection): Promise<void> {
  await tx.run(
    `insert into sso_connections (site, "Name", issuer, "clientId", "sealedSecret", domains, "confirmedDomains",
       "passwordAllowed", "Enabled") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (site) do update set "Name" = excluded."Name", issuer = excluded.issuer, "clientId" = excluded."clientId",
       "sealedSecret" = excluded."sealedSecret", domains = excluded.domains,
       "confirmedDomains" = excluded."confirmedDomains", "passwordAllowed" = excluded."passwordAllowed",
       "Enabled" = excluded."Enabled", "updatedAt" = clock_timestamp()`,
    [
      its.site,
      its.Name,
      its.issuer,
      its.clientId,
      its.sealedSecret,
      its.domains,
      its.confirmedDomains,
      its.passwordAllowed,
      its.Enabled,
    ],
  );
}

export async function removeConnection(tx: Tx, site: string): Promise<boolean> {
  await tx.run('delete from sso_identities where site = $1', [site]);
  return (await tx.run('delete from sso_connections where site = $1', [site])) > 0;
}

export type Rights = {
  can: string[];
  SuperUser: boolean;
  facilityIds: string[] | null;
  providerIds: string[] | null;
  ownProviderIds: string[];
};

/** What those who may be signed in as others may do: everybody but superusers, who never come in this way. The disabled may be enabled. */
export function rightsOfPeople(tx: Tx, site: string): Promise<Rights[]> {
  return tx.rows<Rights>(
    `select can, "SuperUser", "facilityIds", "providerIds", ${ownProviderIds}
     from users u where site = $1 and not "SuperUser"`,
    [site],
  );
}

/** The sites whose provider takes e-mails of a domain; one of the few doors across sites. */
export function waysOf(database: Database, domain: string): Promise<{ site: string; name: string }[]> {
  return database.outside((tx) => tx.rows('select site, name from sso_ways($1)', [domain]));
}

/** The sites at which the password of an e-mail does not count; one of the few doors across sites. */
export async function sitesWithoutPassword(database: Database, email: string): Promise<Set<string>> {
  const rows = await database.outside((tx) => tx.rows<{ site: string }>('select sso_only($1) as site', [email]));
  return new Set(rows.map((row) => row.site));
}

export type SsoUser = { UserId: string; Email: string };

/** An enabled user by who they are at a provider; superusers never. */
export function userOfSubject(
  tx: Tx,
  { site, issuer, subject }: { site: string; issuer: string; subject: string },
): Promise<SsoUser | undefined> {
  return tx.maybe<SsoUser>(
    `select u."UserId", u."Email" from sso_identities i join users u on u.site = i.site and u."UserId" = i."UserId"
     where i.site = $1 and i.issuer = $2 and i.subject = $3 and not u."Disabled" and not u."SuperUser" for share of u`,
    [site, issuer, subject],
  );
}

/** Notes who an enabled user with this e-mail is at a provider, unless they are somebody there already. */
export async function linkSubject(
  tx: Tx,
  { site, issuer, subject, email }: { site: string; issuer: string; subject: string; email: string },
): Promise<SsoUser | undefined> {
  const user = await tx.maybe<SsoUser>(
    `select "UserId", "Email" from users
     where site = $1 and "Email" = lower($2) and not "Disabled" and not "SuperUser" for share`,
    [site, email],
  );
  if (!user) return undefined;
  const linked = await tx.run(
    `insert into sso_identities (site, issuer, subject, "UserId") values ($1, $2, $3, $4) on conflict do nothing`,
    [site, issuer, subject, user.UserId],
  );
  return linked === 1 ? user : undefined;
}

/** Who was meant by a sign-in that did not work: by the subject, or else by the verified e-mail; the disabled too. */
export async function meantBy(
  tx: Tx,
  { site, issuer, subject, email }: { site: string; issuer: string; subject: string; email: string | null },
): Promise<string | null> {
  const found = await tx.maybe<{ UserId: string }>(
    `select "UserId" from (
       select "UserId", 1 as at from sso_identities where site = $1 and issuer = $2 and subject = $3
       union all select "UserId", 2 from users where site = $1 and "Email" = lower($4)) found order by at limit 1`,
    [site, issuer, subject, email],
  );
  return found?.UserId ?? null;
}

/** Whether a state comes back for the first time; what is older than any that still counts is forgotten. */
export async function takeState(tx: Tx, site: string, stateHash: string): Promise<boolean> {
  await tx.run(`delete from sso_used_states where site = $1 and at < clock_timestamp() - interval '1 hour'`, [site]);
  const taken = await tx.run('insert into sso_used_states (site, "stateHash") values ($1, $2) on conflict do nothing', [
    site,
    stateHash,
  ]);
  return taken === 1;
}

/** A user's sealed device secret; the given one where there was none. */
export async function keptDeviceSecret(
  tx: Tx,
  { site, UserId }: { site: string; UserId: string },
  fresh: string,
): Promise<string> {
  await tx.run(
    'insert into device_secrets (site, "UserId", "sealedSecret") values ($1, $2, $3) on conflict do nothing',
    [site, UserId, fresh],
  );
  const found = await tx.maybe<{ sealedSecret: string }>(
    'select "sealedSecret" from device_secrets where site = $1 and "UserId" = $2',
    [site, UserId],
  );
  return found?.sealedSecret ?? fresh;
}

/** Puts a fresh secret in the place of one that no key opens any more; who comes at the same time gets the same. */
export async function replaceDeviceSecret(
  tx: Tx,
  { site, UserId }: { site: string; UserId: string },
  { unreadable, fresh }: { unreadable: string; fresh: string },
): Promise<string> {
  await tx.run(
    'update device_secrets set "sealedSecret" = $4 where site = $1 and "UserId" = $2 and "sealedSecret" = $3',
    [site, UserId, unreadable, fresh],
  );
  return keptDeviceSecret(tx, { site, UserId }, fresh);
}
