import { isNameIn } from '../patients/name-words.ts';

export type MatchDoubt = 'birth date' | 'last name';

type Arrived = {
  DateOfBirth: string;
  /** The name that its patient signed with; null where nothing is signed, or by somebody else. */
  signedAs: string | null;
};

/**
 * What of an arrival is not as the chart of the patient has it, whose visit staff chose for it. Of a last name of several
 * words one is enough: people sign with the one they use.
 */
export function matchDoubts(
  { DateOfBirth, signedAs }: Arrived,
  patient: { DateOfBirth: string; LastName: string },
): MatchDoubt[] {
  const isNamed = signedAs === null || patient.LastName.split(/[\s-]+/).some((word) => isNameIn(signedAs, word));
  return [
    ...(DateOfBirth === patient.DateOfBirth ? [] : ['birth date' as const]),
    ...(isNamed ? [] : ['last name' as const]),
  ];
}

/** What is asked before the visit is checked in all the same; names nobody. */
export function doubtSentence(doubts: readonly MatchDoubt[]): string {
  return `The ${doubts.join(' and the ')} of this arrival ${doubts.length > 1 ? 'differ' : 'differs'} from the patient’s chart.`;
}
