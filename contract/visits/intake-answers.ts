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
