import { cellWords, type CellRow } from '../documentation/field-words.ts';
import type { CaseEvalMeasurement } from './case-eval-measurement.ts';
import type { EvalMeasurement, EvalValue } from './eval-measurement.ts';
import { placeName } from './places.ts';
import { showValue } from './show-value.ts';

/** What a measure of a case is called where its cells are compared and printed, and how their values read. */
export function asCellRow(measurement: EvalMeasurement, row: CaseEvalMeasurement): CellRow {
  return {
    name: placeName(measurement, row),
    order: row.SortOrder,
    words: (name, value) =>
      name === 'Value' && value !== null && value !== undefined
        ? showValue(measurement, value as EvalValue)
        : cellWords(name, value),
  };
}
