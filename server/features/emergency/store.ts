import type { z } from 'zod';
import type { EmergencyAccess, emergencyEndpoints } from '#contract/emergency/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

type Recorded = z.output<typeof emergencyEndpoints.record.input> & { UserId: string };

/** Within the caller's row scope. */
export async function isPatient(tx: Tx, site: string, PatientId: string): Promise<boolean> {
  return (
    (await tx.maybe(`select 1 from patients where site = $1 and "PatientId" = $2`, [site, PatientId])) !== undefined
  );
}

/** Whose an access is, held until the transaction ends. */
export function holdAccess(
  tx: Tx,
  site: string,
  id: string,
): Promise<{ UserId: string; isReviewed: boolean } | undefined> {
  return tx.maybe(
    `select "UserId", "reviewedAt" is not null as "isReviewed" from emergency_accesses
     where site = $1 and "EmergencyAccessId" = $2 order by "PatientId" limit 1 for update`,
    [site, id],
  );
}

/** False when this chart of this access was recorded before. */
export async function addAccess(tx: Tx, site: string, one: Recorded): Promise<boolean> {
  const added = await tx.run(
    `insert into emergency_accesses (site, "EmergencyAccessId", "PatientId", "UserId", reason, offline, "startedAt", "openedAt")
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [site, one.id, one.PatientId, one.UserId, one.reason, one.offline, one.startedAt, one.openedAt],
  );
  return added > 0;
}

/** Names of patients outside the reviewer's row scope are null. */
export async function unreviewed(tx: Tx, site: string): Promise<z.input<typeof EmergencyAccess>[]> {
  const found = await tx.rows<{ access: z.input<typeof EmergencyAccess> }>(
    `select json_build_object(
       'id', a."EmergencyAccessId", 'UserId', a."UserId",
       'userName', coalesce(max(u."FirstName" || ' ' || u."LastName"), 'A former user'),
       'reason', min(a.reason), 'offline', bool_or(a.offline), 'startedAt', min(a."startedAt"),
       'charts', json_agg(json_build_object('PatientId', a."PatientId", 'name', p."LastName" || ', ' || p."FirstName",
         'openedAt', a."openedAt") order by a."openedAt", a."PatientId")) as access
     from emergency_accesses a
     left join users u on u.site = a.site and u."UserId" = a."UserId"
     left join patients p on p.site = a.site and p."PatientId" = a."PatientId"
     where a.site = $1 and a."reviewedAt" is null
     group by a."EmergencyAccessId", a."UserId" order by min(a."startedAt"), a."EmergencyAccessId" limit 100`,
    [site],
  );
  return found.map(({ access }) => access);
}

export async function markReviewed(tx: Tx, site: string, by: { id: string; UserId: string }): Promise<void> {
  await tx.run(
    `update emergency_accesses set "reviewedAt" = clock_timestamp(), "reviewedByUserId" = $3
     where site = $1 and "EmergencyAccessId" = $2 and "reviewedAt" is null`,
    [site, by.id, by.UserId],
  );
}
