import { ageOn } from '../base/dates.ts';
import type { IntakeForm } from './form.ts';

/** What decides which forms are asked of a patient. */
export type AskedWith = {
  Discipline: string;
  VisitTypeName: string;
  /** Who pays for the case. */
  PayerIds: readonly string[];
  DateOfBirth: string;
  /** Of the visit, `YYYY-MM-DD`. */
  day: string;
};

/** A minor's forms are signed by an adult who acts for them. */
export const adultAge = 18;

/** The forms that a visit asks for, in the order given (patient-pages 3: required for VisitType, payer, age). */
export function formsFor<F extends Pick<IntakeForm, 'askedOf'>>(forms: readonly F[], asked: AskedWith): F[] {
  const age = ageOn(asked.DateOfBirth, asked.day);
  return forms.filter(({ askedOf: { Disciplines, VisitTypeNames, PayerIds, isInsured, ages } }) => {
    if (Disciplines && !Disciplines.includes(asked.Discipline)) return false;
    if (VisitTypeNames && !VisitTypeNames.includes(asked.VisitTypeName)) return false;
    if (PayerIds && !PayerIds.some((id) => asked.PayerIds.includes(id))) return false;
    if (isInsured !== undefined && isInsured !== asked.PayerIds.length > 0) return false;
    return age >= (ages?.from ?? 0) && age < (ages?.until ?? Infinity);
  });
}
