import type { z } from 'zod';
import { seesDashboardOnly } from '#contract/base/permissions.ts';
import type { CalendarFeed } from '#contract/feeds/endpoints.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import type { Tx } from '#server/kit/context.ts';

type User = { site: string; UserId: string };
type FeedRow = z.input<typeof CalendarFeed>;

export function feedOf(tx: Tx, { site, UserId }: User): Promise<FeedRow | undefined> {
  return tx.maybe<FeedRow>(
    `select to_jsonb("createdAt") #>> '{}' as "createdAt", to_jsonb("usedAt") #>> '{}' as "usedAt"
     from calendar_feeds where site = $1 and "UserId" = $2`,
    [site, UserId],
  );
}

/** Whether visits can be this user's own. */
export async function isProvider(tx: Tx, { site, UserId }: User): Promise<boolean> {
  const found = await tx.maybe(`select from users where site = $1 and "UserId" = $2 and "EmployeeId" is not null`, [
    site,
    UserId,
  ]);
  return found !== undefined;
}

/** In place of an earlier one. */
export async function keepFeed(tx: Tx, { site, UserId }: User, tokenHash: string): Promise<void> {
  await tx.run(
    `insert into calendar_feeds (site, "UserId", "tokenHash") values ($1, $2, $3)
     on conflict (site, "UserId") do update
     set "tokenHash" = excluded."tokenHash", "createdAt" = clock_timestamp(), "usedAt" = null`,
    [site, UserId, tokenHash],
  );
}

export async function endFeed(tx: Tx, { site, UserId }: User): Promise<boolean> {
  return (await tx.run(`delete from calendar_feeds where site = $1 and "UserId" = $2`, [site, UserId])) > 0;
}

/** Whose calendar a secret address is, while their account is in use. */
export type Reader = {
  UserId: string;
  ProviderId: string;
  can: string[];
  facilityIds: string[] | null;
  siteName: string;
  settings: Record<string, unknown>;
};

export async function readerOf(tx: Tx, site: string, tokenHash: string): Promise<Reader | undefined> {
  const found = await tx.maybe<Reader>(
    `select u."UserId", u."EmployeeId" as "ProviderId", u.can, u."facilityIds", w."Name" as "siteName", w.settings
     from calendar_feeds f join users u on u.site = f.site and u."UserId" = f."UserId" join sites w on w.site = f.site
     where f.site = $1 and f."tokenHash" = $2 and not u."Disabled" and u."EmployeeId" is not null and cardinality(u.can) > 0`,
    [site, tokenHash],
  );
  // Emergency access opens screens, never what is read without them.
  const isDashboardOnly = found && seesDashboardOnly(found.can, settingsFrom(found.settings).enable_emergency_access);
  if (!found || isDashboardOnly) return undefined;
  await tx.run(
    `update calendar_feeds set "usedAt" = clock_timestamp() where site = $1 and "tokenHash" = $2
         and ("usedAt" is null or "usedAt" < clock_timestamp() - interval '1 minute')`,
    [site, tokenHash],
  );
  return found;
}

export type FeedRowOf = {
  id: string;
  Start: string;
  End: string;
  /** A visit's stage; `removed` also means another provider's now, `moved` beyond the days that are told. */
  stage: string;
  VisitTypeName: string;
  PlaceOfService: string;
  initials: string;
  /** Null for a time without a patient. */
  PatientId: string | null;
  /** ISO 8601. */
  changedAt: string;
  FirstName: string | null;
  LastName: string | null;
  TimeZone: string;
};

/** What was this provider's on these days once: by the change log, where whose it is changed; by the row, where its day did. */
const leftAway = `
  select c.entity, c.pk::uuid as id, max(c.at) as at, 'removed' as how from sync_change c
  where c.site = $1 and c.entity in ('visits', 'nonPatientVisits') and c.at >= $3::date
    and c.scope_new is distinct from c.scope_old and c.scope_new is not null and c.scope_old like '%provider:' || $2::text
    and not exists (select from visits t where t.site = $1 and t."VisitId" = c.pk::uuid and t."ProviderId" = $2)
    and not exists (select from non_patient_visits t where t.site = $1 and t."NonPatientVisitId" = c.pk::uuid and t."ProviderId" = $2)
  group by c.entity, c.pk
  union all
  select 'visits', v."VisitId", v.updated_at, 'moved' from visits v
  where v.site = $1 and v."ProviderId" = $2 and v.updated_at >= $3::date and not (v."Start" >= $3 and v."Start" < $4)
  union all
  select 'nonPatientVisits', n."NonPatientVisitId", n.updated_at, 'moved' from non_patient_visits n
  where n.site = $1 and n."ProviderId" = $2 and n.updated_at >= $3::date and not (n."Start" >= $3 and n."Start" < $4)`;

/**
 * Visits and times without patient of one provider, by start. What was removed, moved to another provider or beyond these
 * days is told as cancelled for a while, as the audit log has it: a calendar keeps what it is only told no more. Initials
 * are asked for only where they are told.
 */
export function appointmentsOf(
  tx: Tx,
  asked: { site: string; ProviderId: string; from: string; to: string; withInitials: boolean },
): Promise<FeedRowOf[]> {
  const { site, ProviderId, from, to, withInitials } = asked;
  const initialsOf = (PatientId: string) =>
    withInitials
      ? `(select left(p."FirstName", 1) || left(p."LastName", 1) from patients p where p.site = $1 and p."PatientId" = ${PatientId})`
      : 'null';
  return tx.rows<FeedRowOf>(
    `select a.*, f."FirstName", f."LastName", f."TimeZone" from (
       select v."VisitId" as id, v."Start", v."End", v.stage, v."VisitTypeName", v."PlaceOfService",
         coalesce(${initialsOf(`v."PatientId"`)}, '') as initials, to_jsonb(v.updated_at) #>> '{}' as "changedAt", v."FacilityId", v."PatientId"
       from visits v where v.site = $1 and v."ProviderId" = $2 and v."Start" >= $3 and v."Start" < $4
       union all
       select n."NonPatientVisitId", n."Start", n."End", 'scheduled', n."VisitTypeName", '11', '', to_jsonb(n.updated_at) #>> '{}', n."FacilityId", null::uuid
       from non_patient_visits n where n.site = $1 and n."ProviderId" = $2 and n."Start" >= $3 and n."Start" < $4
       union all
       (select distinct on (e.pk) e.pk::uuid, was."Start", was."End", 'removed', was."VisitTypeName", coalesce(was."PlaceOfService", '11'),
          coalesce(${initialsOf(`was."PatientId"`)}, ''), to_jsonb(e.at) #>> '{}', was."FacilityId", was."PatientId"
        from audit_entry e cross join lateral jsonb_to_record(e.detail) as was ("Start" text, "End" text, "VisitTypeName" text,
          "PlaceOfService" text, "PatientId" uuid, "FacilityId" uuid, "ProviderId" uuid)
        where e.site = $1 and e.action = 'delete' and e.entity in ('visits', 'nonPatientVisits') and e.at >= $3::date
          and was."ProviderId" = $2 and was."Start" >= $3 and was."Start" < $4
          and in_scope(visit_scope(was."FacilityId", was."ProviderId"))
          and not exists (select from visits t where t.site = $1 and t."VisitId" = e.pk::uuid)
          and not exists (select from non_patient_visits t where t.site = $1 and t."NonPatientVisitId" = e.pk::uuid)
        order by e.pk, e.at desc)
       union all
       select left_.id, was."Start", was."End", left_.how, was."VisitTypeName", coalesce(was."PlaceOfService", '11'),
         coalesce(${initialsOf(`was."PatientId"`)}, ''), to_jsonb(left_.at) #>> '{}', was."FacilityId", was."PatientId"
       from (${leftAway}) left_ cross join lateral (
         select held.* from audit_entry e cross join lateral jsonb_to_record(e.detail) as held ("Start" text, "End" text,
           "VisitTypeName" text, "PlaceOfService" text, "PatientId" uuid, "FacilityId" uuid, "ProviderId" uuid)
         where e.site = $1 and e.entity = left_.entity and e.pk = left_.id::text and e.action in ('insert', 'update')
           and held."ProviderId" = $2 and held."Start" >= $3 and held."Start" < $4
           and in_scope(visit_scope(held."FacilityId", held."ProviderId"))
         order by e.id desc limit 1) was
     ) a join facilities f on f.site = $1 and f."FacilityId" = a."FacilityId" order by a."Start", a.id`,
    [site, ProviderId, from, to],
  );
}
