import { joinedName } from '../patients/name-words.ts';
import type { PatientName } from '../patients/patient-name.ts';

/** Those of a list whom name and birth date do not tell apart from another one of it. */
export function namesakesAmong<P extends PatientName>(people: readonly P[]): P[] {
  const key = ({ LastName, FirstName, DateOfBirth }: P) =>
    `${joinedName(LastName)} ${joinedName(FirstName)} ${DateOfBirth}`;
  const counts = new Map<string, number>();
  for (const one of people) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return people.filter((one) => (counts.get(key(one)) ?? 0) > 1);
}
