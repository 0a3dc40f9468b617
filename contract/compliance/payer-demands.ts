import type { ClockPayer, ClockRules } from './facts.ts';

/** Payers but the patient, primary first. */
export function insurers(payers: readonly ClockPayer[]): ClockPayer[] {
  return payers.filter(({ Kind }) => Kind !== 'selfPay');
}

/** Medicare, first or not: its rules are kept wherever it pays. */
export function medicareOf(payers: readonly ClockPayer[]): ClockPayer | null {
  return payers.find(({ Kind }) => Kind === 'medicare') ?? null;
}

/** `asked` by a payer; `unknown` while no payer asks and the rule of one is not known. */
export type Demand = { is: 'asked'; payer: ClockPayer } | { is: 'no' } | { is: 'unknown' };

export function demandOf<K extends keyof ClockRules>(
  payers: readonly ClockPayer[],
  rule: K,
  isAsked: (value: ClockRules[K]) => boolean,
): Demand {
  const asks = payers.find(({ rules }) => {
    const value = rules[rule];
    return value !== undefined && isAsked(value);
  });
  if (asks) return { is: 'asked', payer: asks };
  return payers.some(({ rules }) => rules[rule] === undefined) ? { is: 'unknown' } : { is: 'no' };
}

/** The smallest figure of the payers that set one; 0 is none. */
export function smallestOf(
  payers: readonly ClockPayer[],
  rule: 'CertificationPeriodDays' | 'ProgressNoteVisits',
): { value: number; payer: ClockPayer } | null {
  const set = payers.flatMap((payer) => {
    const value = payer.rules[rule] ?? 0;
    return value > 0 ? [{ value, payer }] : [];
  });
  return set.toSorted((a, b) => a.value - b.value)[0] ?? null;
}
