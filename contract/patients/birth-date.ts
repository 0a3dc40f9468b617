import { ageOn } from '../base/dates.ts';

const longestLife = 130;

/** Why nobody was born on this real date, or null. `today` is the clinic's. */
export function birthDateRefusal(birth: string, today: string): string | null {
  if (birth > today) return 'The birth date is in the future.';
  return ageOn(birth, today) > longestLife ? `The birth date is more than ${longestLife} years ago.` : null;
}
