import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordForm } from '#contract/account/password-form.ts';
import { guessableSentence, passwordProblem, type PasswordSurroundings } from '#contract/account/password-rule.ts';

/** What people chose most often where passwords leaked, some 49,000 (NIST 800-63B-4, 3.1.1.2); on the server alone, for its size. */
const commonest = new Set(dictionary['passwords-common'].map(plain));

/** Why a password cannot be taken, as a sentence, or null: the rule that screens know too, and then the list. */
export function newPasswordProblem(password: string, around: PasswordSurroundings): string | null {
  return passwordProblem(password, around) ?? (commonest.has(plain(password)) ? guessableSentence : null);
}

/** As it is compared: capitals and blanks make nothing harder to guess. */
function plain(password: string): string {
  return passwordForm(password).toLowerCase().replaceAll(/\s/g, '');
}
