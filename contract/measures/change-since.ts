import { rankOf, type EvalMeasurement, type EvalValue } from './eval-measurement.ts';
import { rounded } from './norms.ts';
import { showAmount } from './show-value.ts';

/** Of a measurement, or of an outcome measure, whose values are all numbers. */
export type Comparable = Pick<EvalMeasurement, 'Kind' | 'Choices' | 'Unit' | 'HigherIsBetter' | 'Mdc' | 'Mcid'>;

export type Change = {
  /** Now less last, in the unit, or in grades. */
  amount: number;
  /** `changed` where no direction is better. */
  direction: 'better' | 'worse' | 'same' | 'changed';
  /** Beyond what measuring alone could make (MDC); null where that is not known. */
  isBeyondError: boolean | null;
  /** Enough to matter to patients (MCID), in either direction; null where that is not known. */
  isMeaningful: boolean | null;
  sentence: string;
};

/** What changed since the last value; null where either is missing or the values have no order. */
export function changeSince(measurement: Comparable, last: EvalValue | null, now: EvalValue | null): Change | null {
  const from = rankOf(measurement, last);
  const to = rankOf(measurement, now);
  if (from === null || to === null) return null;
  const amount = rounded(to - from);
  const direction = directionOf(amount, measurement.HigherIsBetter);
  const reaches = (limit: number | null) => (limit === null ? null : Math.abs(amount) >= limit - 1e-9);
  const change = {
    amount,
    direction,
    isBeyondError: reaches(measurement.Mdc),
    isMeaningful: reaches(measurement.Mcid),
  };
  return { ...change, sentence: sentenceOf(measurement, change) };
}

function directionOf(amount: number, higherIsBetter: boolean | null): Change['direction'] {
  if (amount === 0) return 'same';
  if (higherIsBetter === null) return 'changed';
  return amount > 0 === higherIsBetter ? 'better' : 'worse';
}

function sentenceOf(measurement: Comparable, change: Omit<Change, 'sentence'>): string {
  if (change.direction === 'same') return 'No change.';
  const size = Math.abs(change.amount);
  const shown =
    measurement.Kind === 'grade' ? `${size} ${size === 1 ? 'grade' : 'grades'}` : showAmount(size, measurement.Unit);
  return `${wordsOf[change.direction]} by ${shown}${limitWords(measurement, change)}.`;
}

const wordsOf = { better: 'Better', worse: 'Worse', changed: 'Changed' };

function limitWords({ Unit, Mcid, Mdc }: Comparable, change: Omit<Change, 'sentence'>): string {
  if (change.isMeaningful === true && Mcid !== null) return `, at least the MCID of ${showAmount(Mcid, Unit)}`;
  if (change.isBeyondError === false && Mdc !== null) return `, less than the MDC of ${showAmount(Mdc, Unit)}`;
  if (change.isMeaningful === false && Mcid !== null) return `, less than the MCID of ${showAmount(Mcid, Unit)}`;
  return change.isBeyondError === true && Mdc !== null ? `, at least the MDC of ${showAmount(Mdc, Unit)}` : '';
}
