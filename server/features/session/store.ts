import type { z } from 'zod';
import { mayCosign } from '#contract/documentation/cosigner.ts';
import type { Preferences, StaffUser } from '#contract/session/current-user.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';

export type Candidate = { site: string; UserId: string; PasswordHash: string; SuperUser: boolean; Disabled: boolean };

/** The users of every site with this e-mail; one of the few doors across sites. */
export function loginCandidates(database: Database, email: string): Promise<Candidate[]> {
  return database.outside((tx) => tx.rows<Candidate>('select * from login_candidates($1) order by site', [email]));
}

/** Whether the password that was looked at is still the user's; it stays so until the transaction ends. */
export async function isStillPassword(
  tx: Tx,
  { site, UserId, PasswordHash }: Pick<Candidate, 'site' | 'UserId' | 'PasswordHash'>,
): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from users where site = $1 and "UserId" = $2 and "PasswordHash" = $3 and not "Disabled" for share`,
    [site, UserId, PasswordHash],
  );
  return found !== undefined;
}

/** Whether a user may sign in just now; it stays so until the transaction ends. */
export async function isEnabled(tx: Tx, { site, UserId }: { site: string; UserId: string }): Promise<boolean> {
  const found = await tx.maybe(`select 1 from users where site = $1 and "UserId" = $2 and not "Disabled" for share`, [
    site,
    UserId,
  ]);
  return found !== undefined;
}

export function listSites(tx: Tx): Promise<{ site: string; name: string }[]> {
  return tx.rows('select site, name from list_sites()');
}

/** A failure of where it came from, unless null, and in the audit log of every site where the e-mail is somebody's. */
export async function noteRefusal(
  database: Database,
  given: { from: string | null; address: string; email: string; site: string | undefined },
): Promise<void> {
  await database.outside((tx) =>
    tx.rows('select sign_in_refused($1, $2, $3, $4)', [given.from, given.address, given.email, given.site ?? null]),
  );
}

export async function staffOf(tx: Tx, site: string): Promise<z.input<typeof Setup>['users']> {
  const rows = await tx.rows<z.input<typeof StaffUser> & { can: string[] }>(
    `select "UserId", "FirstName", "LastName", "EmployeeId", "SuperUser", can from users
     where site = $1 and not "Disabled" order by "LastName", "FirstName", "UserId"`,
    [site],
  );
  return rows.map(({ can, ...user }) => ({ ...user, cosigns: mayCosign({ ...user, can }) }));
}

type OwnRow = z.input<typeof Setup>['currentUser'];

/** The user's own row with the provider they are; `site` is where the user is at home. */
export function ownRow(
  tx: Tx,
  site: string,
  UserId: string,
): Promise<Omit<OwnRow, 'can' | 'sub' | 'facilityIds' | 'providerIds' | 'emergency'> | undefined> {
  return tx.maybe(
    `select u."UserId", u."FirstName", u."LastName", u."EmployeeId", u."SuperUser", u."Email", u.roles, u."Preferences", u."TimeZone",
            to_jsonb(p) - 'site' - 'scope' as provider
     from users u left join providers p on p.site = u.site and p."ProviderId" = u."EmployeeId"
     where u.site = $1 and u."UserId" = $2`,
    [site, UserId],
  );
}

/** The codes in force on a day. */
export function cptCodesOn(tx: Tx, site: string, day: string): Promise<z.input<typeof Setup>['cptDescriptions']> {
  return tx.rows(
    `select c."CPT_Code", c."Description", c."AlwaysUntimed", c.timed, c.disciplines, c."alwaysTherapy", f.amount as charge
     from cpt_codes c left join fee_schedule f on f.site = c.site and f."CPT_Code" = c."CPT_Code"
       and f."EffectiveFrom" <= $2 and (f."EffectiveTo" is null or f."EffectiveTo" >= $2)
     where c.site = $1 and c."EffectiveFrom" <= $2 and (c."EffectiveTo" is null or c."EffectiveTo" >= $2) order by c."CPT_Code"`,
    [site, day],
  );
}

type WorkDays = { ProviderId: string; Schedule: { FacilityId: string }[][] };

/** Facility → weekday (0 is Sunday) → the active providers who work there by their weekly schedule. */
export async function providersByFacilityByDay(
  tx: Tx,
  site: string,
): Promise<z.input<typeof Setup>['providerIdsByFacilityIdByDay']> {
  const providers = await tx.rows<WorkDays>(
    `select "ProviderId", "Schedule" from providers where site = $1 and not "Inactive" order by "LastName", "FirstName"`,
    [site],
  );
  const found: Record<string, Record<string, string[]>> = {};
  for (const { ProviderId, Schedule } of providers) {
    for (const [day, blocks] of Schedule.entries()) {
      for (const FacilityId of new Set(blocks.map((block) => block.FacilityId))) {
        ((found[FacilityId] ??= {})[String(day)] ??= []).push(ProviderId);
      }
    }
  }
  return found;
}

export function ownPreferences(
  tx: Tx,
  site: string,
  UserId: string,
): Promise<{ Preferences: Preferences; TimeZone: string } | undefined> {
  return tx.maybe(`select "Preferences", "TimeZone" from users where site = $1 and "UserId" = $2 for update`, [
    site,
    UserId,
  ]);
}

export async function storePreferences(
  tx: Tx,
  who: { site: string; UserId: string },
  kept: { Preferences: Preferences; TimeZone: string },
): Promise<void> {
  await tx.run(`update users set "Preferences" = $3, "TimeZone" = $4 where site = $1 and "UserId" = $2`, [
    who.site,
    who.UserId,
    JSON.stringify(kept.Preferences),
    kept.TimeZone,
  ]);
}
