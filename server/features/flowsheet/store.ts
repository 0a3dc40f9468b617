import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import type { VisitExercises } from '#contract/flowsheet/visit-exercises.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const columns = columnsOf('visitExercises', 'e');

/** The flowsheet column of a visit, held until the transaction ends; the caller holds the visit. */
export async function holdExercises(tx: Tx, VisitId: string): Promise<VisitExercises | undefined> {
  return tx.maybe<VisitExercises>(
    `select ${columns} from visit_exercises e where site = app_site() and "VisitId" = $1 for update`,
    [VisitId],
  );
}

/** The flowsheet column of a visit, as it is. */
export async function exercisesOfVisit(tx: Tx, VisitId: string): Promise<VisitExercises | undefined> {
  return tx.maybe<VisitExercises>(
    `select ${columns} from visit_exercises e where site = app_site() and "VisitId" = $1`,
    [VisitId],
  );
}

/** Writes the column of a visit whole. */
export async function storeExercises(tx: Tx, row: Omit<VisitExercises, 'updated_at'>): Promise<VisitExercises> {
  const found = await tx.maybe<VisitExercises>(
    `insert into visit_exercises as e (site, "VisitId", "CaseId", "PatientId", "FacilityId", "Cells")
     values (app_site(), $1, $2, $3, $4, $5::jsonb)
     on conflict (site, "VisitId") do update set "Cells" = excluded."Cells" returning ${columns}`,
    [row.VisitId, row.CaseId, row.PatientId, row.FacilityId, JSON.stringify(row.Cells)],
  );
  if (!found) throw new Error('A flowsheet column was not written');
  return found;
}

/** The rows of a case's flowsheet, in their order. */
export function rowsOfCase(tx: Tx, CaseId: string): Promise<CaseExercise[]> {
  return tx.rows<CaseExercise>(
    `select ${columnsOf('caseExercises', 'r')} from case_exercises r
     where site = app_site() and "CaseId" = $1 order by "SortOrder", "CaseExerciseId"`,
    [CaseId],
  );
}

/** In how many visits something is said of a row, also those that the caller may not see. */
export async function visitsWithCell(tx: Tx, CaseId: string, CaseExerciseId: string): Promise<number> {
  const found = await tx.maybe<{ visits: number }>('select visits_with_exercise($1, $2) as visits', [
    CaseId,
    CaseExerciseId,
  ]);
  return found?.visits ?? 0;
}

/** Whether a visit with a signed note says something of a row, also one that the caller may not see. */
export async function isRowSigned(tx: Tx, CaseId: string, CaseExerciseId: string): Promise<boolean> {
  const found = await tx.maybe<{ isSigned: boolean }>('select is_exercise_signed($1, $2) as "isSigned"', [
    CaseId,
    CaseExerciseId,
  ]);
  return found?.isSigned ?? false;
}
