import { useMemo } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import { sameNames } from '#contract/same-people/namesakes.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { useNamesakes } from './use-namesakes.ts';

/**
 * For a list of names alone: the birth dates of those whom their names do not tell apart, by PatientId, and where the
 * birth date does not either, phone, last visit and provider. Empty for all others.
 */
export function useToldApart(people: readonly (PatientName | undefined)[]): ReadonlyMap<string, string> {
  const alike = useMemo(() => sameNames(people.filter((one) => one !== undefined)), [people]);
  const apart = useNamesakes(alike);
  return new Map(
    alike.map(({ PatientId, DateOfBirth, Phone }) => {
      const visit = apart.get(PatientId);
      const more = visit === undefined ? [] : [showPhone(Phone), visit];
      return [PatientId, [`born ${showDate(DateOfBirth)}`, ...more].filter(Boolean).join(' · ')];
    }),
  );
}
