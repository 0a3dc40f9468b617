export const minutesSentence = 'Enter whole minutes, 0 to 480.';
export const countSentence = 'Enter a whole number, 1 to 8.';

/** What was typed for a service: its minutes or count as service.ts takes them, or why it is neither. */
export type TypedAmount = { amount: number | null } | { wrong: string };

/** Nothing is guessed: text that is not a whole number in its limits stays text. Empty is no amount. */
export function readAmount(text: string, timed: boolean): TypedAmount {
  const plain = text.trim();
  if (plain === '') return { amount: null };
  const amount = /^\d{1,4}$/.test(plain) ? Number(plain) : Number.NaN;
  const [least, most] = timed ? [0, 480] : [1, 8];
  return amount >= least && amount <= most ? { amount } : { wrong: timed ? minutesSentence : countSentence };
}
