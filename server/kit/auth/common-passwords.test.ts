import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { guessableSentence, passwordProblem } from '#contract/account/password-rule.ts';
import { newPasswordProblem } from './common-passwords.ts';

const second = { hasSecondFactor: true, own: [] };

test.each(['blink182', 'slipknot', 'Slipknot', 'metallica', 'sl ipknot', '1q2w3e4r'])(
  '%s is refused beside a second step',
  async (password) => {
    expect(await newPasswordProblem(password, second)).toBe(guessableSentence);
  },
);

test('each of the 3,000 commonest that is long enough is refused', async () => {
  const first = dictionary['passwords-common'].slice(0, 3_000);
  expect(first).toHaveLength(3_000);
  const problems = await Promise.all(first.map((password) => newPasswordProblem(password, second)));
  expect(first.filter((_password, at) => problems[at] === null)).toEqual([]);
});

test.each(['kx7#Qp2z', 'lamp oak river'])('%s is taken', async (password) => {
  expect([passwordProblem(password, second), await newPasswordProblem(password, second)]).toEqual([null, null]);
});
