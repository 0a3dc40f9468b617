import type { Service } from '../charges/service.ts';
import type { CaseExercise } from './case-exercise.ts';
import type { Cells } from './merge-cells.ts';
import { parseDose } from './parse-dose.ts';

/** What a flowsheet says of whether a visit's note can be signed. */
export type ExercisesToSign = {
  /** One sentence for each cell or code that keeps it from being signed. */
  wrong: readonly string[];
  /** Whether anything was done or skipped: then it stands for the objective part of a daily note. */
  isWritten: boolean;
};

export const noExercises: ExercisesToSign = { wrong: [], isWritten: false };

/**
 * Doses that cannot be read, and for Medicare codes under which exercises were done and no service is recorded: each
 * intervention is billed by its minutes (CMS ch. 15 §220.3 E).
 */
export function exercisesToSign(of: {
  rows: readonly Pick<CaseExercise, 'CaseExerciseId' | 'Name' | 'CPT_Code'>[];
  cells: Cells;
  services: readonly Pick<Service, 'CPT_Code'>[];
  isMedicare: boolean;
}): ExercisesToSign {
  const said = of.rows.flatMap((row) => {
    const cell = of.cells[row.CaseExerciseId];
    return cell ? [{ row, cell }] : [];
  });
  const unread = said.flatMap(({ row, cell }) => {
    if (cell.Unread === null) return [];
    const read = parseDose(cell.Unread);
    return [`${row.Name}: ${read.kind === 'problem' ? read.problem : 'Enter the dose again.'}`];
  });
  const done = new Set(said.flatMap(({ row, cell }) => (cell.Dose && row.CPT_Code ? [row.CPT_Code] : [])));
  const unbilled = [...done].filter((code) => !of.services.some(({ CPT_Code }) => CPT_Code === code));
  return {
    wrong: [...unread, ...(of.isMedicare ? unbilled.map((code) => `${code} has exercises, but no minutes.`) : [])],
    isWritten: said.some(({ cell }) => cell.Dose !== null || cell.Skipped !== null),
  };
}
