import type { CellValue } from '#contract/documentation/cell-values.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { EvalValue } from '#contract/measures/eval-measurement.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import type { Place } from '#contract/measures/place.ts';
import type { Chart } from './charts.ts';
import type { Appointment } from './schedule.ts';

/** A value at the first visit, and how far it comes with each further one. */
type Course = [first: EvalValue, gain: number];
type Measured = { key: string; mode: Place['Mode'] } & ({ L: Course; R: Course } | { at: Course });

const pain: Measured = { key: 'pain.now', mode: null, at: [6, -0.5] };

/** By the title of the complaint; whoever is seen for another one is asked about pain alone. */
const measures: Readonly<Record<string, readonly Measured[]>> = {
  'Low back pain': [pain, { key: 'rom.thoracolumbar.flexion', mode: 'active', at: [60, 2] }],
  'Right shoulder pain': [
    pain,
    { key: 'rom.shoulder.flexion', mode: 'active', L: [172, 0], R: [120, 4] },
    { key: 'strength.shoulder.flexion', mode: 'resisted', L: ['5', 0], R: ['4-', 0] },
  ],
  'After left knee replacement': [
    pain,
    { key: 'rom.knee.flexion', mode: 'active', L: [92, 3], R: [134, 0] },
    { key: 'rom.knee.flexion', mode: 'passive', L: [98, 3], R: [136, 0] },
    { key: 'strength.knee.extension', mode: 'resisted', L: ['4-', 0], R: ['5', 0] },
  ],
  'Neck pain': [pain, { key: 'rom.cervical.rotation', mode: 'active', L: [48, 1], R: [63, 0] }],
  'Balance and gait': [
    { key: 'function.tug', mode: null, at: [16, -0.4] },
    { key: 'function.gait-speed', mode: null, at: [0.7, 0.02] },
  ],
  'Right ankle sprain': [pain, { key: 'rom.ankle.dorsiflexion', mode: 'active', L: [18, 0], R: [8, 1] }],
  'Hip arthritis': [pain, { key: 'rom.hip.medial-rotation', mode: 'active', L: [34, 0], R: [12, 1] }],
};

type Row = { id: string; EvalMeasurementId: string; course: Course } & Place;

function rowsOf({ condition, case: of }: Pick<Chart, 'condition' | 'case'>): Row[] {
  if (!condition || !of) return [];
  return (measures[condition.title] ?? [pain]).flatMap((measured) => {
    const EvalMeasurementId = builtInId(measured.key);
    const sides = 'at' in measured ? [null] : (['L', 'R'] as const);
    return sides.map((Side) => {
      const course = 'at' in measured ? measured.at : measured[Side ?? 'L'];
      const place = { EvalMeasurementId, Side, Mode: measured.mode };
      return { ...place, id: caseEvalMeasurementId({ CaseId: of.CaseId, ...place }), course };
    });
  });
}

/** What is measured of every case. */
export function measureRows(charts: readonly Chart[]): object[] {
  return charts.flatMap((chart) =>
    rowsOf(chart).map(({ id, EvalMeasurementId, Side, Mode }, SortOrder) => ({
      site: chart.patient.site,
      CaseEvalMeasurementId: id,
      CaseId: chart.case?.CaseId,
      PatientId: chart.patient.PatientId,
      EvalMeasurementId,
      Side,
      Mode,
      SortOrder,
    })),
  );
}

/** Values of a case in its visit number `visit`, from 0: measured at each third visit, and at an evaluation. */
export function measuredCells(
  { chart, isEval }: Pick<Appointment, 'chart' | 'isEval'>,
  visit: number,
): Record<string, CellValue> {
  if (!isEval && visit % 3 !== 0) return {};
  return Object.fromEntries(
    rowsOf(chart).map(({ id, course }) => [cellKey('measure', id, 'Value'), valueAt(course, visit)]),
  );
}

function valueAt([first, gain]: Course, visit: number): EvalValue {
  if (typeof first !== 'number') return first;
  const value = Math.max(0, first + gain * visit);
  return Number.isInteger(first) ? Math.round(value) : Math.round(value * 100) / 100;
}
