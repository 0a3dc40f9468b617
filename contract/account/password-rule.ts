import { isGuessable } from './guessable.ts';
import { passwordForm } from './password-form.ts';

/** NIST 800-63B-4: this long when the password stands alone, and with a second factor beside it. */
export const shortestAlone = 15;
export const shortestWithSecond = 8;
/** As long as the sign-in takes; far beyond what anybody types. */
export const longestPassword = 200;
const veryLong = 20;

export const guessableSentence =
  'This password is easy to guess: common words, names, years or keys in a row. Add words that no one expects.';

/** `own` is what others know of the person: name, e-mail, clinic. */
export type PasswordSurroundings = { hasSecondFactor: boolean; own: readonly string[] };

export function shortestPassword({ hasSecondFactor }: Pick<PasswordSurroundings, 'hasSecondFactor'>): number {
  return hasSecondFactor ? shortestWithSecond : shortestAlone;
}

/** Whether a password is long enough to stand without a second factor. */
export function mayStandAlone(password: string): boolean {
  return lengthOf(password) >= shortestAlone;
}

/** Why a password cannot be taken, as a sentence, or null. Every character counts, blanks too; any kind will do. */
export function passwordProblem(password: string, around: PasswordSurroundings): string | null {
  const shortest = shortestPassword(around);
  const length = lengthOf(password);
  if (length < shortest)
    return `A password needs at least ${shortest} characters. This one has ${length}. A few words in a row work well.`;
  if (password.length > longestPassword) return `A password can have at most ${longestPassword} characters.`;
  if (isGuessable(password, around.own)) return guessableSentence;
  return null;
}

/** What a person reads while typing a password that can be taken. */
export function strengthWords(password: string): string {
  return lengthOf(password) >= veryLong
    ? 'This password is hard to guess.'
    : 'This password is OK. A longer one is harder to guess.';
}

function lengthOf(password: string): number {
  return [...passwordForm(password)].length;
}
