import { rankOf, type Cutoff, type EvalMeasurement, type EvalValue } from './eval-measurement.ts';
import { isForPerson, type Person } from './norms.ts';
import { showAmount } from './show-value.ts';

export type Interpretation = {
  /** Whether the value is past the cutoff, in the direction the cutoff names. */
  isPast: boolean;
  label: string;
  /** `Fall risk (12 s or more).` Not to be past a cutoff rules nothing out, and does not say so. */
  sentence: string;
};

/**
 * What a value means by the cutoffs for a person: the first one it is past, else the first that applies. Null where no
 * cutoff is for this person, as for an age outside of the published ones or an unknown sex.
 */
export function interpretation(
  measurement: Pick<EvalMeasurement, 'Kind' | 'Choices' | 'Unit' | 'Cutoffs'>,
  value: EvalValue | null,
  person: Person,
): Interpretation | null {
  const amount = rankOf(measurement, value);
  if (amount === null) return null;
  const mine = measurement.Cutoffs.filter((cutoff) => isForPerson(cutoff, person));
  const cutoff = mine.find((each) => isPastCutoff(each, amount)) ?? mine[0];
  if (!cutoff) return null;
  const isPast = isPastCutoff(cutoff, amount);
  const limit = directionWords[cutoff.is](showAmount(cutoff.value, measurement.Unit));
  const words = isPast ? cutoff.label : `Not past the cutoff for ${lowerFirst(cutoff.label)}`;
  return { isPast, label: cutoff.label, sentence: `${words} (${limit}).` };
}

function isPastCutoff({ is, value }: Cutoff, amount: number): boolean {
  if (is === 'atLeast') return amount >= value;
  if (is === 'above') return amount > value;
  return is === 'atMost' ? amount <= value : amount < value;
}

const directionWords = {
  atLeast: (limit: string) => `${limit} or more`,
  above: (limit: string) => `over ${limit}`,
  atMost: (limit: string) => `${limit} or less`,
  below: (limit: string) => `under ${limit}`,
};

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
