import type { z } from 'zod';
import type { EmergencyAccess } from '#contract/emergency/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

/** Whoever records it: the right to see the patient may have ended before the device could tell. */
export async function isPatient(tx: Tx, PatientId: string): Promise<boolean> {
  const found = await tx.maybe<{ here: boolean }>(`select is_patient_here($1) as here`, [PatientId]);
  return found?.here ?? false;
}

/** Of a row $alias of `emergency_accesses` or `emergency_grants`: a chart of the access waits for a review. */
const hasUnreviewed = (alias: string) => `exists (select from emergency_accesses o where o.site = ${alias}.site
  and o."EmergencyAccessId" = ${alias}."EmergencyAccessId" and o."reviewedAt" is null)`;

type Held = { UserId: string; isReviewed: boolean; isOver: boolean };

/** Whose an access is, asked for or begun by a device alone; held until the transaction ends. */
export async function holdAccess(tx: Tx, site: string, id: string): Promise<Held | undefined> {
  const asked = await tx.maybe<Held>(
    `select "UserId", "reviewedAt" is not null and not ${hasUnreviewed('g')} as "isReviewed",
       "endedAt" is not null or "endsAt" <= clock_timestamp() as "isOver"
     from emergency_grants g where site = $1 and "EmergencyAccessId" = $2 for update of g`,
    [site, id],
  );
  if (asked) return asked;
  return tx.maybe<Held>(
    `select "UserId", not ${hasUnreviewed('e')} as "isReviewed", true as "isOver" from emergency_accesses e
     where site = $1 and "EmergencyAccessId" = $2 order by "PatientId" limit 1 for update of e`,
    [site, id],
  );
}

/** Every access of a site ($1) that has something nobody has reviewed. */
const accesses = `
       select "EmergencyAccessId" as id, "UserId", reason, false as offline, "startedAt",
         least("endsAt", "endedAt") as until, "reviewedAt" is not null as "wasReviewed"
       from emergency_grants g where site = $1 and ("reviewedAt" is null or ${hasUnreviewed('g')})
       union all
       select e."EmergencyAccessId", e."UserId", min(e.reason), bool_or(e.offline), min(e."startedAt"), null,
         bool_or(e."reviewedAt" is not null)
       from emergency_accesses e where e.site = $1 and ${hasUnreviewed('e')} and not exists (
         select from emergency_grants g where g.site = e.site and g."EmergencyAccessId" = e."EmergencyAccessId")
       group by e."EmergencyAccessId", e."UserId"`;

/** How many somebody may close now: those that are over, and not their own. */
export async function waitingFor(tx: Tx, { site, UserId }: { site: string; UserId: string }): Promise<number> {
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from (${accesses}) a
     where a."UserId" <> $2 and (a.until is null or a.until <= clock_timestamp())`,
    [site, UserId],
  );
  return found?.count ?? 0;
}

/** Names of patients outside the reviewer's row scope are null. */
export async function unreviewed(tx: Tx, site: string): Promise<z.input<typeof EmergencyAccess>[]> {
  const found = await tx.rows<{ access: z.input<typeof EmergencyAccess> }>(
    `select json_build_object(
       'id', a.id, 'UserId', a."UserId",
       'userName', coalesce(u."FirstName" || ' ' || u."LastName", 'A former user'),
       'reason', a.reason, 'offline', a.offline, 'startedAt', a."startedAt", 'until', a.until,
       'isOver', a.until is null or a.until <= clock_timestamp(),
       'listed', (select count(distinct told.patient) from audit_entry e cross join lateral jsonb_array_elements_text(e.detail -> 'patients') told (patient)
          where e.site = $1 and e."UserId" = a."UserId"::text and e.entity = 'charts' and e.at >= a."startedAt"
            and e.at <= coalesce(a.until, clock_timestamp()) + interval '1 minute' and e.detail ->> 'access' = a.id::text
            and not exists (select from emergency_accesses c where c.site = $1 and c."EmergencyAccessId" = a.id and c."PatientId"::text = told.patient)),
       'charts', coalesce(opened.charts, '[]')) as access
     from (${accesses}) a
     left join users u on u.site = $1 and u."UserId" = a."UserId"
     cross join lateral (
       select json_agg(json_build_object('PatientId', c."PatientId", 'name', p."LastName" || ', ' || p."FirstName",
         'openedAt', c."openedAt", 'afterReview', c."reviewedAt" is null and a."wasReviewed") order by c."openedAt", c."PatientId") as charts
       from emergency_accesses c left join patients p on p.site = c.site and p."PatientId" = c."PatientId"
       where c.site = $1 and c."EmergencyAccessId" = a.id) opened
     order by a."startedAt", a.id limit 100`,
    [site],
  );
  return found.map(({ access }) => access);
}

export async function markReviewed(
  tx: Tx,
  site: string,
  { id, UserId, note }: { id: string; UserId: string; note: string },
): Promise<void> {
  for (const table of ['emergency_accesses', 'emergency_grants'])
    await tx.run(
      `update ${table} set "reviewedAt" = clock_timestamp(), "reviewedByUserId" = $3, "reviewNote" = $4
       where site = $1 and "EmergencyAccessId" = $2 and "reviewedAt" is null`,
      [site, id, UserId, note],
    );
}
