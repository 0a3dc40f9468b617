import { phoneDigits } from '../patients/name-query.ts';
import { joinedName } from '../patients/name-words.ts';
import type { PatientName } from '../patients/patient-name.ts';

type Named = Pick<PatientName, 'PatientId' | 'LastName' | 'FirstName' | 'DateOfBirth'>;

/** Those of a list whom name and birth date do not tell apart from another one of it, each once. */
export function namesakesAmong<P extends Named>(people: readonly P[]): P[] {
  return alikeBy(people, (one) => `${nameKey(one)} ${one.DateOfBirth}`);
}

/** Those of a list whom their name alone does not tell apart from another one of it, each once. */
export function sameNames<P extends Named>(people: readonly P[]): P[] {
  return alikeBy(people, nameKey);
}

export type Telling = 'birthDate' | 'phone' | 'lastVisit';

/** By what alone each of those of one name is told from all others of it, where there is room for one thing. */
export function tellingOf<P extends Named & Pick<PatientName, 'Phone'>>(alike: readonly P[]): Map<string, Telling> {
  return new Map(
    alike.map((one) => {
      const twins = alike.filter(
        (other) =>
          other.PatientId !== one.PatientId && nameKey(other) === nameKey(one) && other.DateOfBirth === one.DateOfBirth,
      );
      if (twins.length === 0) return [one.PatientId, 'birthDate'];
      const phone = phoneDigits(one.Phone);
      const isOwn = phone !== '' && twins.every((other) => phoneDigits(other.Phone) !== phone);
      return [one.PatientId, isOwn ? 'phone' : 'lastVisit'];
    }),
  );
}

function nameKey({ LastName, FirstName }: Named): string {
  return `${joinedName(LastName)} ${joinedName(FirstName)}`;
}

/** Somebody with two lines in a list is no namesake of themselves. */
function alikeBy<P extends Named>(people: readonly P[], key: (one: P) => string): P[] {
  const each = [...new Map(people.map((one) => [one.PatientId, one])).values()];
  const counts = new Map<string, number>();
  for (const one of each) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return each.filter((one) => (counts.get(key(one)) ?? 0) > 1);
}
