import { ageOn } from '../base/dates.ts';
import type { IntakeForm } from './form.ts';
import { isOfTypes, type NamedType } from './visit-types-asked.ts';

/** What decides which forms are asked of a patient. */
export type AskedWith = {
  Discipline: string;
  VisitTypeName: string;
  /** The visit types of the visit's facility, and those of all facilities; deleted ones too. */
  typesHere: readonly NamedType[];
  types: readonly NamedType[];
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
  return forms.filter(({ askedOf }) => {
    const { Disciplines, PayerIds, isInsured, ages } = askedOf;
    if (Disciplines && !Disciplines.includes(asked.Discipline)) return false;
    if (!isOfTypes(askedOf, asked)) return false;
    if (PayerIds && !PayerIds.some((id) => asked.PayerIds.includes(id))) return false;
    if (isInsured !== undefined && isInsured !== asked.PayerIds.length > 0) return false;
    return age >= (ages?.from ?? 0) && age < (ages?.until ?? Infinity);
  });
}
