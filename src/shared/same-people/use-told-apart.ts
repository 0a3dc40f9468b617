import { useMemo } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import { sameNames, tellingOf } from '#contract/same-people/namesakes.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { useNamesakes } from './use-namesakes.ts';

/** `short`: for a box with room for one thing, what tells the patient from all others of the name. */
export type ApartWords = { whole: string; short: string };

/**
 * For a list of names alone: the birth dates of those whom their names do not tell apart, by PatientId, and where the
 * birth date does not either, phone, last visit and provider. Empty for all others.
 */
export function useToldApart(people: readonly (PatientName | undefined)[]): ReadonlyMap<string, string> {
  return new Map([...useApartWords(people)].map(([PatientId, { whole }]) => [PatientId, whole]));
}

export function useApartWords(people: readonly (PatientName | undefined)[]): ReadonlyMap<string, ApartWords> {
  const alike = useMemo(() => sameNames(people.filter((one) => one !== undefined)), [people]);
  const apart = useNamesakes(alike);
  const telling = tellingOf(alike);
  return new Map(
    alike.map(({ PatientId, DateOfBirth, Phone }) => {
      const birthDate = `born ${showDate(DateOfBirth)}`;
      const lastVisit = apart.get(PatientId);
      const phone = lastVisit === undefined ? '' : showPhone(Phone);
      const whole = [birthDate, phone, lastVisit].filter(Boolean).join(' · ');
      const by = telling.get(PatientId) ?? 'birthDate';
      return [PatientId, { whole, short: { birthDate, phone, lastVisit }[by] || whole }];
    }),
  );
}
