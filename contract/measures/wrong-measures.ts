import type { VisitNote } from '../documentation/visit-note.ts';
import type { CaseEvalMeasurement } from './case-eval-measurement.ts';
import type { EvalMeasurement } from './eval-measurement.ts';
import { responseProblems } from './eval-response.ts';
import { placeName } from './places.ts';
import { measuredRows, responseOf } from './responses.ts';

type Row = Pick<CaseEvalMeasurement, 'CaseEvalMeasurementId' | 'EvalMeasurementId' | 'Side' | 'Mode' | 'SortOrder'>;

/**
 * What of a note’s measures is none: a sentence for each, in the order of the case. A row that was removed from the case
 * is judged too, since its value stays in the note; one that is not known here is not.
 */
export function wrongMeasures(
  note: Pick<VisitNote, 'NoteId' | 'Cells'>,
  rows: readonly Row[],
  measurementOf: (id: string) => EvalMeasurement | undefined,
): string[] {
  const measured = measuredRows(note.Cells);
  const mine = rows.filter(({ CaseEvalMeasurementId }) => measured.has(CaseEvalMeasurementId));
  return mine
    .toSorted((a, b) => a.SortOrder - b.SortOrder)
    .flatMap((row) => {
      const measurement = measurementOf(row.EvalMeasurementId);
      if (!measurement) return [];
      const problems = responseProblems(measurement, responseOf(note, row.CaseEvalMeasurementId), row.Mode);
      return Object.values(problems).map((problem) => `${placeName(measurement, row)}: ${problem}`);
    });
}
