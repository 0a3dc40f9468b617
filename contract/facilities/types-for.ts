import type { Discipline } from '../providers/provider.ts';
import type { VisitType } from './visit-type.ts';

/** How clinics name a discipline in what they call a visit. */
const words: Record<Discipline, RegExp> = {
  PT: /\bPTA?\b|\bphysical\b/i,
  OT: /\bC?OTA?\b|\boccupational\b/i,
  SLP: /\bS(LP|T)\b|\bspeech\b/i,
  DC: /\bDC\b|\bchiro/i,
};
const disciplines = Object.keys(words) as Discipline[];

/**
 * The types that a case of this discipline is booked for: those of it; of those that say none, the ones whose name says
 * this one or no other. All of them where the discipline is not known, or where none fits.
 */
export function typesFor<T extends Pick<VisitType, 'Name' | 'Discipline'>>(
  types: readonly T[],
  discipline: Discipline | null,
): T[] {
  if (discipline === null) return [...types];
  const fitting = types.filter(({ Name, Discipline: of }) => {
    if (of) return of === discipline;
    const named = disciplines.filter((one) => words[one].test(Name));
    return named.length === 0 || named.includes(discipline);
  });
  return fitting.length > 0 ? fitting : [...types];
}
