import { isRealDate } from '../base/dates.ts';

/** A part of a note in prose. */
export type SectionSpec = { key: string; title: string; prompt: string; isRequired: boolean };

/** A fact of a note with a value of its own. */
export type ElementSpec = {
  key: string;
  label: string;
  isRequired: boolean;
} & ({ is: 'choice'; options: Readonly<Record<string, string>> } | { is: 'day' } | { is: 'line'; most: number });

/** The day a chiropractor's treatment of the condition began, as an evaluation says it. */
export const firstTreatmentElement = 'firstTreatment';

/** Whether an element is answered: with one of its choices, a day of the calendar, or any words. */
export function isAnswered(spec: ElementSpec, value: string | null | undefined): boolean {
  const said = value?.trim();
  if (!said) return false;
  if (spec.is === 'choice') return Object.hasOwn(spec.options, said);
  return spec.is === 'line' || isRealDate(said);
}
