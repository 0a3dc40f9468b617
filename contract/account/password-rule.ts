/** NIST 800-63B-4: this long when the password stands alone, and with a second factor beside it. */
export const shortestAlone = 15;
export const shortestWithSecond = 8;
/** As long as the sign-in takes; far beyond what anybody types. */
export const longestPassword = 200;

export type PasswordSurroundings = { hasSecondFactor: boolean };

export function shortestPassword({ hasSecondFactor }: PasswordSurroundings): number {
  return hasSecondFactor ? shortestWithSecond : shortestAlone;
}

/** Why a password cannot be taken, as a sentence, or null. Every character counts, blanks too; any kind will do. */
export function passwordProblem(password: string, around: PasswordSurroundings): string | null {
  const shortest = shortestPassword(around);
  const length = [...password.normalize('NFKC')].length;
  if (length < shortest)
    return `A password needs at least ${shortest} characters; this one has ${length}. A few words in a row are good.`;
  if (password.length > longestPassword) return `A password can have at most ${longestPassword} characters.`;
  return null;
}
