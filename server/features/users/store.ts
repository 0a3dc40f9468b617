import type { z } from 'zod';
import type { ManagedUser, PermissionGroup } from '#contract/users/user.ts';
import type { Tx } from '#server/kit/context.ts';
import { ownProviderIds } from '#server/kit/db/own-providers.ts';
import { noPassword } from '#server/kit/auth/password.ts';

type UserRow = z.input<typeof ManagedUser>;
type GroupRow = z.input<typeof PermissionGroup>;

/** Invited, has chosen no password, and never came in by another way. $2 is `noPassword`. */
const isInvited = `("invitedAt" is not null and "PasswordHash" = $2
  and not exists (select from sessions s where s.site = u.site and s."UserId" = u."UserId"))`;

/** One change of users or groups of a site at a time: whoever looks for the last who may manage users sees all others. */
export async function waitForOthers(tx: Tx, site: string): Promise<void> {
  await tx.maybe('select from sites where site = $1 for no key update', [site]);
}

/** Everybody, or the one; by name. */
export function usersOf(tx: Tx, site: string, UserId: string | null = null): Promise<UserRow[]> {
  return tx.rows<UserRow>(
    `select "UserId", "Email", "FirstName", "LastName", "TimeZone", "EmployeeId", "SuperUser", roles,
            "individualPermissions", can, "facilityIds", "providerIds",
            ${ownProviderIds},
            case when "Disabled" then 'disabled' when ${isInvited} then 'invited' else 'active' end as status,
            exists (select from second_factors f where f.site = u.site and f."UserId" = u."UserId"
              and f."confirmedAt" is not null) as "hasSecondFactor",
            exists (select from passkeys k where k.site = u.site and k."UserId" = u."UserId") as "hasPasskeys"
     from users u where site = $1 and ($3::uuid is null or "UserId" = $3) order by lower("LastName"), lower("FirstName"), "UserId"`,
    [site, noPassword, UserId],
  );
}

export async function userById(tx: Tx, site: string, UserId: string): Promise<UserRow | undefined> {
  return (await usersOf(tx, site, UserId))[0];
}

export type UserFields = Pick<
  UserRow,
  'Email' | 'FirstName' | 'LastName' | 'TimeZone' | 'roles' | 'individualPermissions' | 'facilityIds' | 'providerIds'
>;

/** Somebody who has no password until they use the link of their invitation. */
export async function insertInvited(tx: Tx, site: string, user: UserFields & { UserId: string }): Promise<void> {
  await tx.run(
    `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone", roles,
       "individualPermissions", "facilityIds", "invitedAt", "providerIds")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), $11)`,
    [
      site,
      user.UserId,
      user.Email,
      noPassword,
      user.FirstName,
      user.LastName,
      user.TimeZone,
      user.roles,
      user.individualPermissions,
      user.facilityIds,
      user.providerIds,
    ],
  );
}

export async function storeUser(
  tx: Tx,
  site: string,
  user: UserFields & { UserId: string; Disabled: boolean },
): Promise<void> {
  await tx.run(
    `update users set "Email" = $3, "FirstName" = $4, "LastName" = $5, "TimeZone" = $6, roles = $7,
       "individualPermissions" = $8, "facilityIds" = $9, "Disabled" = $10, "providerIds" = $11,
       "EmailVerifiedAt" = case when "Email" = $3 then "EmailVerifiedAt" end where site = $1 and "UserId" = $2`,
    [
      site,
      user.UserId,
      user.Email,
      user.FirstName,
      user.LastName,
      user.TimeZone,
      user.roles,
      user.individualPermissions,
      user.facilityIds,
      user.Disabled,
      user.providerIds,
    ],
  );
}

export async function isEmailTaken(tx: Tx, site: string, Email: string, besides: string): Promise<boolean> {
  return (
    (await tx.maybe(`select 1 from users where site = $1 and "Email" = $2 and "UserId" <> $3`, [
      site,
      Email,
      besides,
    ])) !== undefined
  );
}

/** How many could let others in again if nobody else could: enabled, with a password, and no superuser. */
export async function countManagers(tx: Tx, site: string): Promise<number> {
  const found = await tx.maybe<{ managers: number }>(
    `select count(*)::int as managers from users u where site = $1 and not "Disabled" and not "SuperUser"
       and can @> array['access company', 'manage users'] and not ${isInvited}`,
    [site, noPassword],
  );
  return found?.managers ?? 0;
}

/** By name (spec 6). */
export function groupsOf(tx: Tx, site: string, id: string | null = null): Promise<GroupRow[]> {
  return tx.rows<GroupRow>(
    `select g."PermissionGroupId" as id, g.name, g.permissions,
            (select count(*)::int from users u where u.site = g.site and g."PermissionGroupId" = any (u.roles)) as members
     from permission_groups g where g.site = $1 and ($2::uuid is null or g."PermissionGroupId" = $2) order by lower(g.name)`,
    [site, id],
  );
}

export async function isGroupNameTaken(tx: Tx, site: string, name: string, besides: string): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from permission_groups where site = $1 and lower(name) = lower($2) and "PermissionGroupId" <> $3`,
    [site, name, besides],
  );
  return found !== undefined;
}

export async function putGroup(tx: Tx, site: string, { id, name, permissions }: GroupRow): Promise<void> {
  await tx.run(
    `insert into permission_groups (site, "PermissionGroupId", name, permissions) values ($1, $2, $3, $4)
     on conflict (site, "PermissionGroupId") do update set name = excluded.name, permissions = excluded.permissions`,
    [site, id, name, permissions],
  );
}

export async function deleteGroup(tx: Tx, site: string, id: string): Promise<void> {
  await tx.run(`delete from permission_groups where site = $1 and "PermissionGroupId" = $2`, [site, id]);
}

export async function memberIds(tx: Tx, site: string, group: string): Promise<string[]> {
  const rows = await tx.rows<{ UserId: string }>(
    `select "UserId" from users where site = $1 and $2 = any (roles) order by "UserId"`,
    [site, group],
  );
  return rows.map((row) => row.UserId);
}

/** How many of these ids are no group, no facility, or no provider, of the site. */
export async function strangers(
  tx: Tx,
  site: string,
  named: { roles: readonly string[]; facilityIds: readonly string[]; providerIds: readonly string[] },
): Promise<number> {
  const found = await tx.rows(
    `select 1 from unnest($2::uuid[]) id
       where not exists (select from permission_groups where site = $1 and "PermissionGroupId" = id)
     union all select 1 from unnest($3::uuid[]) id
       where not exists (select from facilities where site = $1 and "FacilityId" = id)
     union all select 1 from unnest($4::uuid[]) id
       where not exists (select from providers where site = $1 and "ProviderId" = id)`,
    [site, named.roles, named.facilityIds, named.providerIds],
  );
  return found.length;
}

export async function siteTimeZone(tx: Tx, site: string): Promise<string> {
  const found = await tx.maybe<{ TimeZone: string }>(`select "TimeZone" from sites where site = $1`, [site]);
  return found?.TimeZone ?? 'UTC';
}

type Self = { FirstName: string; LastName: string; TimeZone: string };

export function ownFields(tx: Tx, site: string, UserId: string): Promise<Self | undefined> {
  return tx.maybe<Self>(
    `select "FirstName", "LastName", "TimeZone" from users where site = $1 and "UserId" = $2 for update`,
    [site, UserId],
  );
}

export async function storeOwnFields(tx: Tx, site: string, UserId: string, own: Self): Promise<void> {
  await tx.run(
    `update users set "FirstName" = $3, "LastName" = $4, "TimeZone" = $5 where site = $1 and "UserId" = $2`,
    [site, UserId, own.FirstName, own.LastName, own.TimeZone],
  );
}
