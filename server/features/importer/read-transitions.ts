import type { Insurance } from '#contract/patients/insurance.ts';
import type { ImportProblem } from '#contract/importer/endpoints.ts';
import type { CsvTable } from './csv-table.ts';

/** Who paid for a patient, from one year to another. */
export type Transition = {
  file: string;
  line: number;
  PatientId: string;
  PayerId: string;
  startYear: number;
  endYear: number;
  Relationship: Insurance['Relationship'];
};

export function isTransitionTable({ columns }: CsvTable): boolean {
  const has = (...names: string[]) => names.every((name) => columns.has(name));
  return has('PATIENT', 'PAYER') && (has('START_YEAR', 'END_YEAR') || has('START_DATE', 'END_DATE'));
}

/** `idOf` tells whom the numbers of another system mean. */
export function readTransitions(
  tables: CsvTable[],
  idOf: ReadonlyMap<string, string>,
): { transitions: Transition[]; problems: ImportProblem[] } {
  const transitions: Transition[] = [];
  const problems: ImportProblem[] = [];
  for (const { file, rows } of tables) {
    for (const { line, cell } of rows) {
      const startYear = readYear(cell('START_YEAR') || cell('START_DATE'));
      const end = cell('END_YEAR') || cell('END_DATE');
      // Without an end it is still so.
      const endYear = end === '' ? 9_999 : readYear(end);
      const patient = cell('PATIENT').toLowerCase();
      const PatientId = idOf.get(patient) ?? patient;
      const PayerId = cell('PAYER').toLowerCase();
      const reason =
        PatientId === '' || PayerId === ''
          ? 'The patient or the payer is missing.'
          : startYear === null || endYear === null || endYear < startYear
            ? 'The years are not in order.'
            : null;
      if (reason || startYear === null || endYear === null)
        problems.push({ file, line, severity: 'error', reason: reason ?? '' });
      else
        transitions.push({
          file,
          line,
          PatientId,
          PayerId,
          startYear,
          endYear,
          Relationship: relationshipOf(cell('OWNERSHIP')),
        });
    }
  }
  return { transitions, problems };
}

function readYear(text: string): number | null {
  const year = Number(/^(\d{4})(?:\D|$)/.exec(text)?.[1] ?? Number.NaN);
  return year >= 1870 && year <= 2200 ? year : null;
}

/** Whose policy it is: a guardian's is the policy of a parent. */
function relationshipOf(ownership: string): Insurance['Relationship'] {
  if (/^spouse$/i.test(ownership)) return '01';
  if (/^guardian$/i.test(ownership)) return '19';
  return '18';
}

/** The payer that holds now: the transition with the latest end, of equals the latest start, of equals the later row. */
export function currentTransitions(transitions: Transition[]): Map<string, Transition> {
  const current = new Map<string, Transition>();
  for (const next of transitions) {
    const best = current.get(next.PatientId);
    if (!best || next.endYear > best.endYear || (next.endYear === best.endYear && next.startYear >= best.startYear))
      current.set(next.PatientId, next);
  }
  return current;
}
