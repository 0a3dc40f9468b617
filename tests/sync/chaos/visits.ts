import { cast } from '#server/demo/cast.ts';
import type { Clinic } from '../../clinic.ts';

export type ChaosVisit = { VisitId: string; PatientId: string; CaseId: string };

/** Visits of today in one stage that nobody else touches, each of another of the patients who come today anyway. */
export function makeVisits(clinic: Clinic, count: number, stage: 'scheduled' | 'inProgress'): Promise<ChaosVisit[]> {
  return clinic.sql<ChaosVisit>(
    `with today as (select to_char(now() at time zone "TimeZone", 'YYYY-MM-DD') as day from sites where site = 'demo'),
          there as (select v.*, row_number() over (order by "VisitId") as n, count(*) over () as all
                    from visits v where site = 'demo' and "ProviderId" = $3 and not "intakeIncomplete" and "intakeConflict" = '[]')
     insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select v.site, gen_random_uuid(), v."CaseId", v."PatientId", v."FacilityId", v."ProviderId", v."VisitTypeName",
            today.day || 'T07:00', today.day || 'T07:45', $2
     from today, generate_series(1, $1) as copy join there v on v.n = 1 + copy % v.all
     returning "VisitId", "PatientId", "CaseId"`,
    [count, stage, cast.providers.maya],
  );
}

/** How often each visit was moved to `checkedIn`, as its history tells. */
export async function arrivals(clinic: Clinic, VisitIds: string[]): Promise<Map<string, number>> {
  const rows = await clinic.sql<{ id: string; n: number }>(
    `select "VisitId" as id, count(*)::int as n from visit_history
     where site = 'demo' and "to" = 'checkedIn' and "VisitId" = any ($1) group by 1`,
    [VisitIds],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Somebody at the clinic takes these arrivals back, so that there is something to move again. */
export async function takeBack(clinic: Clinic, VisitIds: string[]): Promise<void> {
  await clinic.sql(
    `update visits set stage = 'scheduled' where site = 'demo' and stage = 'checkedIn' and "VisitId" = any ($1)`,
    [VisitIds],
  );
}

export async function noteText(clinic: Clinic, VisitId: string): Promise<string> {
  const [note] = await clinic.sql<{ Subjective: string }>(
    `select "Sections" ->> 'Subjective' as "Subjective" from visit_notes where site = 'demo' and "VisitId" = $1`,
    [VisitId],
  );
  return note?.Subjective ?? '';
}
