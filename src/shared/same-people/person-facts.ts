import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { sharedFactWords, type SharedFact } from '#contract/same-people/likeness.ts';

/** By what two people of one name are told apart. */
export function personFacts({ DateOfBirth, Phone, lastVisit }: LikePerson): string {
  return [showDate(DateOfBirth), ...(Phone === null ? [] : [showPhone(Phone)]), lastVisitWords(lastVisit)].join(' · ');
}

export function lastVisitWords(visit: LikePerson['lastVisit']): string {
  return visit ? `last visit ${showDate(visit.Start.slice(0, 10))} with ${visit.provider}` : 'no visit yet';
}

/** `name and birth date` */
export function sharedWords(shared: readonly SharedFact[]): string {
  const words = shared.map((fact) => sharedFactWords[fact]);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
