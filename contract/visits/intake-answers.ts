import type { Patient } from '../patients/patient.ts';
import type { IntakeField, Visit } from './visit.ts';

/** The chart fields an accepted set of intake answers changes. */
export function acceptedAnswers(
  visit: Pick<Visit, 'intakeConflict'>,
  accept: readonly IntakeField[],
): Partial<Pick<Patient, IntakeField>> {
  const taken = visit.intakeConflict.filter((difference) => accept.includes(difference.field));
  return Object.fromEntries(taken.map(({ field, intake }) => [field, intake]));
}

/**
 * Whether the chart says something else by now of a field that is taken over: not what was compared, and not the answer
 * either. Then somebody corrected it meanwhile, and has to be asked.
 */
export function chartChangedSince(
  { intakeConflict }: Pick<Visit, 'intakeConflict'>,
  { accept, seen = [] }: { accept: readonly IntakeField[]; seen?: Visit['intakeConflict'] | undefined },
  patient: Pick<Patient, IntakeField>,
): boolean {
  return intakeConflict.some((difference) => {
    const { field, intake } = difference;
    const compared = (seen.find((one) => one.field === field) ?? difference).chart;
    return accept.includes(field) && (patient[field] ?? '') !== (compared ?? '') && patient[field] !== intake;
  });
}

/** The differences with what the chart says now. */
export function comparedNow(
  { intakeConflict }: Pick<Visit, 'intakeConflict'>,
  patient: Pick<Patient, IntakeField> | undefined,
): Visit['intakeConflict'] {
  return intakeConflict.map((one) => (patient ? { ...one, chart: patient[one.field] } : one));
}
