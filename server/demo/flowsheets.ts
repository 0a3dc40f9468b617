import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { exerciseIdOf, exerciseById } from '#contract/exercises/library.ts';
import { demoId } from './ids.ts';
import type { Appointment } from './schedule.ts';

/** Whose case has a flowsheet, by site: charts with visits behind them. */
const withFlowsheet: Readonly<Record<string, string>> = { demo: 'gus', demo2: 'ada' };

/** Stages whose notes are signed. */
const signedStages = new Set(['billing', 'submitted', 'closed']);

/** Each with the key of its exercise, its code and what was done from the first visit to the last. */
const rows: [key: string, code: string, precaution: string | null, doses: string[]][] = [
  ['bridge', '97110', null, ['2x8', '2x10', '3x10', '3x10', '3x12', '3x12@5lb']],
  [
    'clamshell',
    '97110',
    null,
    ['2x10 both', '2x10 both', '3x10 both', '3x10 yellow band', '3x12 yellow band', '3x12 red band'],
  ],
  ['heel-raise', '97112', 'Hand on the counter', ['1x10', '2x10', '2x10', '- tired', '3x10', '3x12']],
  ['step-up', '97530', null, ['1x8 L', '2x8 L', '2x8 L', '2x10 L', '3x10 L', '3x10 L']],
];

/** The flowsheet of one case: its rows, and a column for each of its last visits that are signed. */
export function flowsheetRows(site: string, visits: readonly Appointment[]) {
  const CaseId = demoId(site, 'case', withFlowsheet[site] ?? '');
  const ofCase = visits
    .filter(({ visit, stage }) => visit.CaseId === CaseId && signedStages.has(stage))
    .toSorted((a, b) => a.visit.Start.localeCompare(b.visit.Start))
    .slice(-6);
  const chart = ofCase[0]?.visit;
  if (!chart) return { case_exercises: [], visit_exercises: [] };
  const idOf = (key: string) => demoId(site, 'caseExercise', key);
  return {
    case_exercises: rows.map(([key, CPT_Code, Precaution, doses], SortOrder) => ({
      site,
      CaseExerciseId: idOf(key),
      CaseId,
      PatientId: chart.PatientId,
      ExerciseId: exerciseIdOf(key),
      Name: exerciseById(exerciseIdOf(key))?.Name ?? key,
      CPT_Code,
      Dose: doses.at(-1)?.startsWith('-') ? null : doses.at(-1),
      Precaution,
      SortOrder,
      StoppedOn: null,
    })),
    visit_exercises: ofCase.map(({ visit }, at) => ({
      site,
      VisitId: visit.VisitId,
      CaseId,
      PatientId: visit.PatientId,
      FacilityId: visit.FacilityId,
      Cells: cellsAt(at + 6 - ofCase.length, idOf),
    })),
  };
}

function cellsAt(turn: number, idOf: (key: string) => string): Record<string, object> {
  return Object.fromEntries(
    rows.map(([key, , , doses]) => {
      const cell = typedCell(emptyCell, parseDose(doses[turn] ?? ''));
      if (!cell) throw new Error('A dose of the demo is too long');
      return [idOf(key), cell];
    }),
  );
}
