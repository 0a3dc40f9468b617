import { expect, test } from 'vitest';
import { passwordProblem, strengthWords } from './password-rule.ts';

const own = ['Fern Delacroix', 'fern@demo.test', 'Harborview Therapy'];
const alone = { hasSecondFactor: false, own };
const second = { hasSecondFactor: true, own };

test.each([
  ['correct horse battery staple', alone],
  ['Ein Igel rollt durchs Laub', alone],
  ['дождь идёт в октябре', alone],
  ['🦔🦊🐝🌵🍋🪁🎻🧭🪵🫐🥝🧩🪀🧶🪨', alone],
  ['7xq Lm2 vT9 pRk 4', alone],
  ['sunshine monkey hospital diamond', alone],
  ['desert water were free tree asked', alone],
  ['kx7#Qp2z', second],
  ['lamp oak river', second],
])('%s is taken', (password, around) => {
  expect(passwordProblem(password, around)).toBeNull();
});

test.each([
  ['fourteen signs', 'at least 15 characters. This one has 14'],
  ['🦔🦊🐝', 'This one has 3'],
  ['x'.repeat(201), 'at most 200'],
])('%s has the wrong length', (password, sentence) => {
  expect(passwordProblem(password, alone)).toContain(sentence);
});

test.each([
  ['passwordpassword', alone],
  ['P@ssw0rdP@ssw0rd!', alone],
  ['123456789012345', alone],
  ['qwertyuiopasdfgh', alone],
  ['aaaaaaaaaaaaaaaa', alone],
  ['abcdefghijklmnop', alone],
  ['ababababababababab', alone],
  ['Summer2026Summer2026', alone],
  ['password12345678', alone],
  ['Fern-Delacroix-2026', alone],
  ['HarborviewTherapy1', alone],
  ['fern@demo.test fern', alone],
  ['Mainstay-demo-2026', alone],
  ['footballtiger42', alone],
  ['welcome to the clinic', { ...alone, own: [...own, 'to the'] }],
  ['1qaz2wsx3edc4rfv', alone],
  ['1q2w3e4r5t6y7u8i', alone],
  ['zaq12wsxcde34rfv', alone],
  ['!QAZ2wsx#EDC4rfv', alone],
  ['qawsedrftgyhujikol', alone],
  ['1qay2wsx3edc4rfv', alone],
  ['1q2w3e4r', second],
  ['q1w2e3r4', second],
  ['a1b2c3d4', second],
  ['qazwsxedc', second],
  ['password1', second],
  ['Trustno1', second],
  ['letmein!!', second],
  ['iloveyou', second],
  ['Winter25', second],
  ['11112222', second],
])('%s is refused as easy to guess', (password, around) => {
  expect(passwordProblem(password, around)).toContain('easy to guess');
});

test('a sentence tells the strength', () => {
  expect(strengthWords('lamp oak river')).toContain('is OK');
  expect(strengthWords('correct horse battery staple')).toContain('hard to guess');
});
