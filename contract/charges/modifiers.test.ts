import { expect, test } from 'vitest';
import { billedCode } from './billed-code.ts';
import { lineModifiers } from './modifiers.ts';

const medicare = { TherapyModifierRequired: true, AssistantModifierRequired: true };
const commercial = { TherapyModifierRequired: true, AssistantModifierRequired: false };
const auto = { TherapyModifierRequired: false, AssistantModifierRequired: false };
const therapy = { alwaysTherapy: true };

test.each([
  { discipline: 'PT', assistant: null, payer: medicare, code: therapy, expected: ['GP'] },
  { discipline: 'OT', assistant: null, payer: commercial, code: therapy, expected: ['GO'] },
  { discipline: 'SLP', assistant: null, payer: medicare, code: therapy, expected: ['GN'] },
  { discipline: 'PT', assistant: 'CQ', payer: medicare, code: therapy, expected: ['CQ', 'GP'] },
  { discipline: 'OT', assistant: 'CO', payer: medicare, code: therapy, expected: ['CO', 'GO'] },
  { discipline: 'PT', assistant: 'CQ', payer: commercial, code: therapy, expected: ['GP'] },
  {
    discipline: 'PT',
    assistant: 'CQ',
    payer: { ...medicare, TherapyModifierRequired: false },
    code: therapy,
    expected: ['CQ', 'GP'],
  },
  { discipline: 'PT', assistant: 'CQ', payer: auto, code: therapy, expected: [] },
  { discipline: 'PT', assistant: 'CQ', payer: medicare, code: { alwaysTherapy: false }, expected: [] },
  { discipline: 'PT', assistant: null, payer: null, code: therapy, expected: [] },
  { discipline: 'DC', assistant: null, payer: medicare, code: therapy, expected: [] },
] as const)('$discipline, assistant $assistant: $expected', ({ expected, ...line }) => {
  expect(lineModifiers(line)).toEqual(expected);
});

test.each([
  ['97014', { SubstitutesG0283: true }, 'G0283'],
  ['97014', { SubstitutesG0283: false }, '97014'],
  ['97014', null, '97014'],
  ['97110', { SubstitutesG0283: true }, '97110'],
])('%s is billed to %j as %s', (code, payer, billed) => {
  expect(billedCode(code, payer)).toBe(billed);
});
