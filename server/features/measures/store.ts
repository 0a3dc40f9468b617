import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import { builtInMeasurement } from '#contract/measures/catalog/catalog.ts';
import type { AddedMeasure } from '#contract/measures/case-measures.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import type { CaseEvalMeasurementWithResponses } from '#contract/measures/endpoints.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const columns = columnsOf('caseEvalMeasurements', 'm');

/** The measurements of a case, also those that were removed. */
export function measuresOfCase(tx: Tx, CaseId: string): Promise<CaseEvalMeasurement[]> {
  return tx.rows<CaseEvalMeasurement>(
    `select ${columns} from case_eval_measurements m where m.site = app_site() and m."CaseId" = $1
     order by m."SortOrder", m."CaseEvalMeasurementId"`,
    [CaseId],
  );
}

export function measuresById(tx: Tx, ids: readonly string[]): Promise<CaseEvalMeasurement[]> {
  return tx.rows<CaseEvalMeasurement>(
    `select ${columns} from case_eval_measurements m
     where m.site = app_site() and m."CaseEvalMeasurementId" = any($1::uuid[])`,
    [ids],
  );
}

const ownColumns = columnsOf('evalMeasurements', 'm');

/**
 * What each of these is: a built-in, or one of the clinic's own, which is `held` as it is until the transaction ends. Of one
 * that is neither, undefined.
 */
export async function measurementsById(
  tx: Tx,
  ids: readonly string[],
  { held = false }: { held?: boolean } = {},
): Promise<(id: string) => EvalMeasurement | undefined> {
  const own = [...new Set(ids)].filter((id) => !builtInMeasurement(id));
  const rows =
    own.length === 0
      ? []
      : await tx.rows<EvalMeasurement>(
          `select ${ownColumns} from eval_measurements m
           where m.site = app_site() and m."EvalMeasurementId" = any($1::uuid[]) ${held ? 'for share' : ''}`,
          [own],
        );
  const found = new Map<string, EvalMeasurement>(rows.map((row) => [row.EvalMeasurementId, row]));
  return (id) => builtInMeasurement(id) ?? found.get(id);
}

/** What names a measurement of the clinic, whoever may see it: cases, also those it was taken off, then templates. */
export async function usesOfMeasurement(tx: Tx, id: string): Promise<'case' | 'template' | null> {
  const found = await tx.maybe<{ use: 'case' | 'template' | null }>(`select uses_of_measurement($1) as use`, [id]);
  return found?.use ?? null;
}

/** Whoever enters a measurement waits for those before: none is entered twice unseen. */
export async function holdMeasurements(tx: Tx): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('eval measurements ' || app_site()))`);
}

/** The measurements of a case with what each note says of them. */
export function measuresWithResponses(tx: Tx, CaseId: string): Promise<CaseEvalMeasurementWithResponses[]> {
  return tx.rows<CaseEvalMeasurementWithResponses>(
    `select ${columns}, coalesce((
       select jsonb_agg(jsonb_build_object(
         'CaseEvalMeasurementId', r."CaseEvalMeasurementId", 'NoteId', r."NoteId",
         'Value', r.said -> 'Value', 'Pain', r.said -> 'Pain', 'EndFeel', r.said -> 'EndFeel',
         'Comment', r.said -> 'Comment', 'NotTested', r.said -> 'NotTested', 'From', r.said -> 'From'
       ) order by r."NoteDate", r."NoteId")
       from eval_responses r
       where r.site = m.site and r."CaseId" = m."CaseId" and r."CaseEvalMeasurementId" = m."CaseEvalMeasurementId"
     ), '[]') as eval_responses
     from case_eval_measurements m where m.site = app_site() and m."CaseId" = $1
     order by m."SortOrder", m."CaseEvalMeasurementId"`,
    [CaseId],
  );
}

/** Two who change the measurements of a case at once do so one after the other. */
export async function holdCase(tx: Tx, CaseId: string): Promise<void> {
  await tx.rows(`select 1 from cases where site = app_site() and "CaseId" = $1 for update`, [CaseId]);
}

/** Puts measurements on a case; one that was removed comes back. */
export async function addMeasures(
  tx: Tx,
  { CaseId, PatientId }: Pick<Case, 'CaseId' | 'PatientId'>,
  added: readonly (AddedMeasure & { SortOrder: number })[],
): Promise<void> {
  if (added.length === 0) return;
  await tx.run(
    `insert into case_eval_measurements (site, "CaseId", "PatientId", "CaseEvalMeasurementId", "EvalMeasurementId", "Side", "Mode", "SortOrder")
     select app_site(), $1, $2, "CaseEvalMeasurementId", "EvalMeasurementId", "Side", "Mode", "SortOrder"
     from jsonb_populate_recordset(null::case_eval_measurements, $3::jsonb)
     on conflict (site, "CaseEvalMeasurementId") do update set deleted_at = null, "SortOrder" = excluded."SortOrder"`,
    [CaseId, PatientId, JSON.stringify(added)],
  );
}

/** Takes measurements off a case; what notes say of them stays. */
export async function removeMeasures(tx: Tx, CaseId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `update case_eval_measurements set deleted_at = clock_timestamp()
     where site = app_site() and "CaseId" = $1 and "CaseEvalMeasurementId" = any($2::uuid[]) and deleted_at is null`,
    [CaseId, ids],
  );
}
