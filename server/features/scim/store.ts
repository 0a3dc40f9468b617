import type { z } from 'zod';
import type { ScimToken } from '#contract/scim/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import { noPassword } from '#server/kit/auth/password.ts';

type TokenRow = z.input<typeof ScimToken>;

export function tokensOf(tx: Tx, site: string, ScimTokenId: string | null = null): Promise<TokenRow[]> {
  return tx.rows<TokenRow>(
    `select t."ScimTokenId", t."Name", t.roles, coalesce(u."FirstName" || ' ' || u."LastName", 'Mainstay') as "createdBy",
            to_jsonb(t."createdAt") #>> '{}' as "createdAt", to_jsonb(t."usedAt") #>> '{}' as "usedAt"
     from scim_tokens t left join users u on u.site = t.site and u."UserId" = t."createdByUserId"
     where t.site = $1 and t."revokedAt" is null and ($2::uuid is null or t."ScimTokenId" = $2) order by t."createdAt" desc`,
    [site, ScimTokenId],
  );
}

export async function insertToken(
  tx: Tx,
  site: string,
  token: { ScimTokenId: string; Name: string; roles: readonly string[]; tokenHash: string; UserId: string },
): Promise<void> {
  await tx.run(
    `insert into scim_tokens (site, "ScimTokenId", "Name", roles, "tokenHash", "createdByUserId") values ($1, $2, $3, $4, $5, $6)`,
    [site, token.ScimTokenId, token.Name, token.roles, token.tokenHash, token.UserId],
  );
}

export async function revokeToken(tx: Tx, site: string, ScimTokenId: string): Promise<boolean> {
  const revoked = await tx.run(
    `update scim_tokens set "revokedAt" = clock_timestamp() where site = $1 and "ScimTokenId" = $2 and "revokedAt" is null`,
    [site, ScimTokenId],
  );
  return revoked === 1;
}

/** A token while it counts. `roles` are those of its groups that still exist. */
export type HeldToken = { ScimTokenId: string; Name: string; tokenHash: string; roles: string[]; UserId: string };

export function heldToken(tx: Tx, site: string, ScimTokenId: string): Promise<HeldToken | undefined> {
  return tx.maybe<HeldToken>(
    `select "ScimTokenId", "Name", "tokenHash", "createdByUserId" as "UserId",
            coalesce((select array_agg(g."PermissionGroupId") from permission_groups g
                      where g.site = t.site and g."PermissionGroupId" = any (t.roles)), '{}') as roles
     from scim_tokens t where site = $1 and "ScimTokenId" = $2 and "revokedAt" is null`,
    [site, ScimTokenId],
  );
}

export async function noteUse(tx: Tx, site: string, ScimTokenId: string): Promise<void> {
  await tx.run(
    `update scim_tokens set "usedAt" = clock_timestamp() where site = $1 and "ScimTokenId" = $2
       and ("usedAt" is null or "usedAt" < clock_timestamp() - interval '1 minute')`,
    [site, ScimTokenId],
  );
}

/** A user as a directory sees it; instants are ISO. Superusers are none of a directory's business. */
export type ScimRow = {
  UserId: string;
  Email: string;
  FirstName: string;
  LastName: string;
  Disabled: boolean;
  can: string[];
  externalId: string | null;
  userName: string;
  createdAt: string;
  updatedAt: string;
};

const visible = `from users u left join scim_users s on s.site = u.site and s."UserId" = u."UserId"
  where u.site = $1 and not u."SuperUser"`;
const columns = `u."UserId", u."Email", u."FirstName", u."LastName", u."Disabled", u.can, s."externalId",
  coalesce(s."userName", u."Email") as "userName",
  to_jsonb(coalesce(s."createdAt", u."invitedAt", timestamptz 'epoch')) #>> '{}' as "createdAt",
  to_jsonb(coalesce(s."updatedAt", u."invitedAt", timestamptz 'epoch')) #>> '{}' as "updatedAt"`;
/** Deleted by a directory, and not taken up again by a person since. */
const isGone = `(s."deletedAt" is not null and u."Disabled")`;

export function scimUsers(tx: Tx, site: string): Promise<ScimRow[]> {
  return tx.rows<ScimRow>(`select ${columns} ${visible} and not ${isGone} order by u."UserId"`, [site]);
}

/** Held until the transaction ends. */
export function scimUser(tx: Tx, site: string, UserId: string): Promise<ScimRow | undefined> {
  return tx.maybe<ScimRow>(`select ${columns} ${visible} and not ${isGone} and u."UserId" = $2 for update of u`, [
    site,
    UserId,
  ]);
}

/** Who has an e-mail, and whether a directory deleted them; superusers too. */
export function ownerOfEmail(
  tx: Tx,
  site: string,
  Email: string,
): Promise<{ UserId: string; isGone: boolean } | undefined> {
  return tx.maybe(
    `select u."UserId", ${isGone} and not u."SuperUser" as "isGone"
     from users u left join scim_users s on s.site = u.site and s."UserId" = u."UserId" where u.site = $1 and u."Email" = $2`,
    [site, Email],
  );
}

/** Whether somebody else of the directory goes by this name, or is told apart by this id. */
export async function isTaken(
  tx: Tx,
  site: string,
  { UserId, userName, externalId }: { UserId: string; userName: string; externalId: string | null },
): Promise<boolean> {
  const found = await tx.rows(
    `select 1 ${visible} and not ${isGone} and u."UserId" <> $2
       and (lower(coalesce(s."userName", u."Email")) = lower($3) or s."externalId" = $4)`,
    [site, UserId, userName, externalId],
  );
  return found.length > 0;
}

export async function putScimUser(
  tx: Tx,
  site: string,
  { UserId, userName, externalId }: { UserId: string; userName: string; externalId: string | null },
): Promise<void> {
  await tx.run(`update scim_users set "externalId" = null where site = $1 and "externalId" = $2 and "UserId" <> $3`, [
    site,
    externalId,
    UserId,
  ]);
  await tx.run(
    `insert into scim_users (site, "UserId", "userName", "externalId") values ($1, $2, $3, $4)
     on conflict (site, "UserId") do update set "userName" = excluded."userName", "externalId" = excluded."externalId",
       "deletedAt" = null, "updatedAt" = clock_timestamp()`,
    [site, UserId, userName, externalId],
  );
}

export async function markDeleted(tx: Tx, site: string, user: ScimRow): Promise<void> {
  await putScimUser(tx, site, user);
  await tx.run(`update scim_users set "deletedAt" = clock_timestamp() where site = $1 and "UserId" = $2`, [
    site,
    user.UserId,
  ]);
}

/** Takes away every way into an account, and whom it treats patients as: whoever comes next may be somebody else. */
export async function forgetPerson(tx: Tx, site: string, UserId: string): Promise<void> {
  for (const table of ['passkeys', 'second_factors', 'recovery_codes', 'sso_identities', 'device_secrets'])
    await tx.run(`delete from ${table} where site = $1 and "UserId" = $2`, [site, UserId]);
  await tx.run(
    `update users set "PasswordHash" = $3, "PasswordSetAt" = null, "EmailVerifiedAt" = null, "EmployeeId" = null,
       "invitedAt" = clock_timestamp() where site = $1 and "UserId" = $2`,
    [site, UserId, noPassword],
  );
}
