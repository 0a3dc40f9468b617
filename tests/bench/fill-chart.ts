import { cast } from '../../server/demo/cast.ts';
import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import type { Clinic } from '../clinic.ts';

export const big = { visits: 700, rows: 200, columns: 141 } as const;

/** The visit of the demo day whose chart is filled, and which is charted. */
export const bigVisit = cast.visits.today.inProgress;

/**
 * Makes of one chart that of many years: 700 visits, a day apart, with signed notes and charges, the last 141 with a
 * flowsheet of 200 exercises. Copies of a signed visit of the demo clinic.
 */
export async function fillChart(clinic: Clinic): Promise<{ PatientId: string; CaseId: string }> {
  const [chart] = await clinic.sql<{ PatientId: string; CaseId: string }>(
    `select "PatientId", "CaseId" from visits where site = 'demo' and "VisitId" = $1`,
    [bigVisit],
  );
  if (!chart) throw new Error('The demo clinic has no such visit.');
  const { PatientId, CaseId } = chart;
  await clinic.sql(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select site, gen_random_uuid(), "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName",
            to_char(left("Start", 10)::date - day, 'YYYY-MM-DD') || 'T07:00',
            to_char(left("Start", 10)::date - day, 'YYYY-MM-DD') || 'T07:45', 'closed'
     from visits, generate_series(1, $2 - (select count(*) from visits where site = 'demo' and "PatientId" = $3)::int) as day
     where site = 'demo' and "VisitId" = $1`,
    [bigVisit, big.visits, PatientId],
  );
  // Every column of a row of the demo clinic, with what differs.
  await clinic.sql(
    `insert into visit_notes overriding user value
     select (jsonb_populate_record(null::visit_notes, to_jsonb(n) || jsonb_build_object('NoteId', v."VisitId",
       'VisitId', v."VisitId", 'CaseId', v."CaseId", 'PatientId', v."PatientId", 'FacilityId', v."FacilityId",
       'ProviderId', v."ProviderId", 'NoteDate', left(v."Start", 10)))).*
     from visits v, (select * from visit_notes where site = 'demo' and "signedAt" is not null and "NoteType" = 'daily'
       and "VisitId" is not null order by "NoteId" limit 1) n
     where v.site = 'demo' and v."PatientId" = $1 and v.stage = 'closed' and v."Start" like '%T07:00'`,
    [PatientId],
  );
  await clinic.sql(
    `insert into services (site, "ServiceId", "VisitId", "CaseId", "PatientId", "FacilityId", "SortOrder", "CPT_Code", "Minutes", "Units", "ProviderId")
     select site, gen_random_uuid(), "VisitId", "CaseId", "PatientId", "FacilityId", n - 1, (array['97110', '97112', '97140'])[n], 15, 1, "ProviderId"
     from visits, generate_series(1, 3) as n
     where site = 'demo' and "PatientId" = $1 and stage = 'closed' and "Start" like '%T07:00'`,
    [PatientId],
  );
  const exercises = Array.from({ length: big.rows }, (_, at) => ({ name: `Exercise ${at + 1}`, at }));
  await clinic.sql(`delete from case_exercises where site = 'demo' and "CaseId" = $1`, [CaseId]);
  await clinic.sql(
    `insert into case_exercises (site, "CaseExerciseId", "CaseId", "PatientId", "Name", "CPT_Code", "Dose", "SortOrder")
     select 'demo', gen_random_uuid(), $1, $2, row->>'name', (array['97110', '97112', '97530', '97140'])[1 + (row->>'at')::int % 4],
       '3x10@5lb', (row->>'at')::int
     from jsonb_array_elements($3::jsonb) row`,
    [CaseId, PatientId, JSON.stringify(exercises)],
  );
  const cell = typedCell(emptyCell, parseDose('3x10@5lb'));
  await clinic.sql(`delete from visit_exercises where site = 'demo' and "CaseId" = $1`, [CaseId]);
  await clinic.sql(
    `insert into visit_exercises (site, "VisitId", "CaseId", "PatientId", "FacilityId", "Cells")
     select site, "VisitId", "CaseId", "PatientId", "FacilityId",
       (select jsonb_object_agg("CaseExerciseId", $3::jsonb) from case_exercises where site = 'demo' and "CaseId" = $2)
     from visits where site = 'demo' and "PatientId" = $1 and stage = 'closed' and "Start" like '%T07:00'
     order by "Start" desc limit ${big.columns}`,
    [PatientId, CaseId, JSON.stringify(cell)],
  );
  return { PatientId, CaseId };
}
