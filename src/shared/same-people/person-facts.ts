import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { sharedFactWords, type SharedFact } from '#contract/same-people/likeness.ts';

/** By what two people of one name are told apart. */
export function personFacts({ DateOfBirth, Phone, lastVisit }: LikePerson): string {
  const visit = lastVisit && `last visit ${showDate(lastVisit.Start.slice(0, 10))} with ${lastVisit.provider}`;
  return [showDate(DateOfBirth), ...(Phone === null ? [] : [showPhone(Phone)]), visit ?? 'no visit yet'].join(' · ');
}

/** `name and birth date` */
export function sharedWords(shared: readonly SharedFact[]): string {
  const words = shared.map((fact) => sharedFactWords[fact]);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
