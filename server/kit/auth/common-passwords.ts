import { passwordForm } from '#contract/account/password-form.ts';
import { guessableSentence, passwordProblem, type PasswordSurroundings } from '#contract/account/password-rule.ts';

/** Read with the first new password: most servers see none for days, and it takes 4 MB. */
let commonest: Promise<ReadonlySet<string>> | undefined;

/** What people chose most often where passwords leaked, some 49,000 (NIST 800-63B-4, 3.1.1.2); on the server alone, for its size. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(plain));
}

/** Why a password cannot be taken, as a sentence, or null: the rule that screens know too, and then the list. */
export async function newPasswordProblem(password: string, around: PasswordSurroundings): Promise<string | null> {
  const problem = passwordProblem(password, around);
  if (problem !== null) return problem;
  commonest ??= readCommonest();
  return (await commonest).has(plain(password)) ? guessableSentence : null;
}

/** As it is compared: capitals and blanks make nothing harder to guess. */
function plain(password: string): string {
  return passwordForm(password).toLowerCase().replaceAll(/\s/g, '');
}
