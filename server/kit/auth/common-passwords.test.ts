import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { guessableSentence, passwordProblem } from '#contract/account/password-rule.ts';
import { newPasswordProblem } from './common-passwords.ts';

const second = { hasSecondFactor: true, own: [] };

test.each(['blink182', 'slipknot', 'Slipknot', 'metallica', 'sl ipknot', '1q2w3e4r'])(
  '%s is refused beside a second step',
  (password) => {
    expect(newPasswordProblem(password, second)).toBe(guessableSentence);
  },
);

test('each of the 3,000 commonest that is long enough is refused', () => {
  const first = dictionary['passwords-common'].slice(0, 3_000);
  expect(first).toHaveLength(3_000);
  expect(first.filter((password) => newPasswordProblem(password, second) === null)).toEqual([]);
});

test.each(['kx7#Qp2z', 'lamp oak river'])('%s is taken', (password) => {
  expect([passwordProblem(password, second), newPasswordProblem(password, second)]).toEqual([null, null]);
});
