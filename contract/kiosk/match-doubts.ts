import { foldedWords } from '../patients/name-words.ts';

export type MatchDoubt = 'birth date' | 'first name' | 'last name';

type Arrived = {
  DateOfBirth: string;
  /** The name that its patient signed with; null where nothing is signed, or by somebody else. */
  signedAs: string | null;
};
type Chart = { DateOfBirth: string; FirstName: string; LastName: string };

/**
 * What of an arrival is not as the chart of the patient has it, whose visit staff chose for it. Every word of the last name
 * stands in the signed one; of the first name its first word does, or who signed begins with the same letter (`Rob`).
 */
export function matchDoubts({ DateOfBirth, signedAs }: Arrived, patient: Chart): MatchDoubt[] {
  const doubts: MatchDoubt[] = DateOfBirth === patient.DateOfBirth ? [] : ['birth date'];
  if (signedAs === null) return doubts;
  const signed = foldedWords(signedAs);
  const [first] = foldedWords(patient.FirstName);
  const last = foldedWords(patient.LastName);
  const isFirst = first !== undefined && (signed.includes(first) || signed[0]?.[0] === first[0]);
  const isLast = last.length > 0 && last.every((word) => signed.includes(word));
  return [...doubts, ...(isFirst ? [] : ['first name' as const]), ...(isLast ? [] : ['last name' as const])];
}

/** What is asked before the visit is checked in all the same; names nobody. */
export function doubtSentence(doubts: readonly MatchDoubt[]): string {
  const which = doubts.join(', the ').replace(/, (?=[^,]*$)/, ' and ');
  return `The ${which} of this arrival ${doubts.length > 1 ? 'differ' : 'differs'} from the patient’s chart.`;
}
