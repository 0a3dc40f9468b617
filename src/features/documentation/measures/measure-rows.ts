import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import type { MeasureMode } from '#contract/measures/place.ts';
import type { MeasurementOf } from '#local/reads/measures.ts';

/** One line of a note’s measures: a measurement in one mode, on both sides where it has sides. */
export type MeasureLine = {
  key: string;
  measurement: EvalMeasurement;
  mode: MeasureMode | null;
  /** Left before right. */
  rows: CaseEvalMeasurement[];
  isRemoved: boolean;
};

/** The lines of a case in their order; a removed one stays while the note says something of it. */
export function linesOf(
  rows: readonly CaseEvalMeasurement[],
  measured: ReadonlySet<string>,
  measurementOf: MeasurementOf,
): MeasureLine[] {
  const shown = rows.filter((row) => row.deleted_at === null || measured.has(row.CaseEvalMeasurementId));
  const groups = Map.groupBy(shown, ({ EvalMeasurementId, Mode }) => `${EvalMeasurementId}/${Mode ?? ''}`);
  return [...groups].flatMap(([key, mine]) => {
    const [first] = mine;
    const measurement = first && measurementOf(first.EvalMeasurementId);
    if (!first || !measurement) return [];
    const sides = mine.toSorted((a, b) => (a.Side ?? '').localeCompare(b.Side ?? ''));
    return [
      { key, measurement, mode: first.Mode, rows: sides, isRemoved: mine.every((row) => row.deleted_at !== null) },
    ];
  });
}
