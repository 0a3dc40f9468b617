import { expect, test } from 'vitest';
import { changeSince } from '../measures/change-since.ts';
import { needsAlert } from './needs-alert.ts';
import type { OutcomeAnswer } from './outcome-response.ts';
import { outcomeMeasure, outcomeMeasures } from './outcomes.ts';
import { scoreOutcome, totalProblem } from './score-outcome.ts';

const answers = (...values: (number | null)[]): OutcomeAnswer[] =>
  values.map((Value, at) => ({ ItemKey: String(at + 1), Value, Text: null }));
const all = (count: number, value: number) => answers(...Array.from({ length: count }, () => value));
const activity = (at: number, Text: string | null, Value: number | null) => ({ ItemKey: String(at), Value, Text });

test('items ship only where they are free', () => {
  const withItems = outcomeMeasures.filter(({ Items }) => Items.length > 0);
  expect(withItems.map(({ Abbreviation }) => Abbreviation)).toEqual([
    'PSFS',
    'NPRS',
    'GROC',
    'SANE',
    'RMDQ',
    'PHQ-2',
    'PHQ-9',
    'GAD-7',
  ]);
  for (const each of outcomeMeasures.filter(({ form }) => form === 'total'))
    expect(each).toMatchObject({ Rights: 'totalOnly', Items: [], Instruction: null, scoring: null });
});

test('every key and Version is of one outcome measure; the newest answers when none is asked for', () => {
  const keys = outcomeMeasures.map(({ MeasureKey, Version }) => `${MeasureKey} ${Version}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(outcomeMeasure('phq9')?.Version).toBe(1);
  expect(outcomeMeasure('phq9', 2)).toBeUndefined();
});

test('of two Versions the newest is asked, and the older one still read', () => {
  const [first] = outcomeMeasures.slice(0, 1);
  const both = [1, 3, 2].flatMap((Version) => (first ? { ...first, Version } : []));
  expect(outcomeMeasure('psfs', null, both)?.Version).toBe(3);
  expect(outcomeMeasure('psfs', 2, both)?.Version).toBe(2);
});

test('only what has a source has an MCID', () => {
  const found = outcomeMeasures.filter(({ Mcid }) => Mcid !== null);
  expect(Object.fromEntries(found.map(({ Abbreviation, Mcid }) => [Abbreviation, Mcid]))).toEqual({
    PSFS: 1.3,
    NPRS: 2,
    ODI: 12,
    NDI: 14,
    LEFS: 9,
    UEFI: 6,
    DHI: 18,
  });
  expect(outcomeMeasures.filter(({ Mdc }) => Mdc !== null)).toEqual([]);
});

test.each([
  ['phq9', 9, 27],
  ['phq2', 2, 6],
  ['gad7', 7, 21],
  ['rmdq', 24, 24],
])('%s has %i scored items and goes up to %i', (key, count, max) => {
  const measure = outcomeMeasure(key);
  const scored = measure?.Items.filter(({ IsScored }) => IsScored) ?? [];
  expect([scored.length, measure?.Max]).toEqual([count, max]);
  const most = scored.map(({ Choices }) => Math.max(...Choices.map(({ Value }) => Value)));
  expect(scoreOutcome(key, answers(...most))).toEqual({ score: max });
});

test.each<[string, OutcomeAnswer[] | null, object]>([
  ['phq9', all(9, 0), { score: 0 }],
  ['phq9', answers(1, 2, 3, 0, 1, 2, 3, 0, 1), { score: 13 }],
  ['phq9', answers(1, 2, null, 0, 1, 2, 3, 0), { missing: ['3', '9'] }],
  ['phq9', null, { missing: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }],
  ['phq9', [...all(9, 1), { ItemKey: 'difficulty', Value: 2, Text: null }], { score: 9 }],
  [
    'phq9',
    answers(4, 0, 0, 0, 0, 0, 0, 0, 0),
    { wrong: 'An answer is not one of the choices. Answer that item again.' },
  ],
  ['phq9', [...all(9, 1), ...answers(1)], { wrong: 'An item has two answers. Keep one.' }],
  ['phq2', answers(3, 3), { score: 6 }],
  ['phq2', answers(3, 3, 3), { wrong: 'An answer is not one of the choices. Answer that item again.' }],
  ['gad7', all(7, 2), { score: 14 }],
  ['gad7', all(6, 2), { missing: ['7'] }],
  ['rmdq', [], { score: 0 }],
  ['rmdq', answers(1, 0, 1, null, 1), { score: 3 }],
  ['rmdq', null, { missing: Array.from({ length: 24 }, (_, at) => String(at + 1)) }],
  ['nprs', answers(7), { score: 7 }],
  ['nprs', answers(11), { wrong: 'An answer is not one of the choices. Answer that item again.' }],
  ['nprs', [], { missing: ['1'] }],
  ['groc', answers(-3), { score: -3 }],
  ['groc', answers(0), { score: 0 }],
  ['groc', answers(8), { wrong: 'An answer is not one of the choices. Answer that item again.' }],
  ['sane', answers(85), { score: 85 }],
  ['psfs', [activity(1, 'Stairs', 4), activity(2, 'Driving', 6), activity(3, 'Sleep', 3)], { score: 4.3333 }],
  ['psfs', [activity(1, 'Stairs', 4), activity(2, null, null)], { score: 4 }],
  ['psfs', [activity(1, 'Stairs', null), activity(2, ' ', 5)], { missing: ['1', '2'] }],
  ['psfs', [], { missing: ['1'] }],
  ['odi', null, { wrong: 'Enter the total of the ODI.' }],
  ['unknown', [], { wrong: 'This version of the app does not know this outcome measure. Update the app.' }],
])('%s answered %j', (key, given, score) => expect(scoreOutcome(key, given)).toEqual(score));

test('a score of an unknown Version is never guessed', () => {
  expect(scoreOutcome('phq9', all(9, 0), 2)).toHaveProperty('wrong');
});

test.each([
  ['odi', 0, null],
  ['odi', 100, null],
  ['odi', 101, 'Enter a number from 0 to 100.'],
  ['lefs', 81, 'Enter a number from 0 to 80.'],
  ['berg', -1, 'Enter a number from 0 to 56.'],
  ['promis', 43.2, null],
  ['promis', Number.NaN, 'Enter a number from 10 to 90.'],
  ['promis', 91, 'Enter a number from 10 to 90.'],
  ['eq5d', -0.594, null],
  ['phq9', 27.5, 'Enter a whole number from 0 to 27.'],
])('a total of %s of %s', (key, score, problem) => expect(totalProblem(key, score)).toBe(problem));

test.each<[string, OutcomeAnswer[] | null, boolean]>([
  ['phq9', answers(0, 0, 0, 0, 0, 0, 0, 0, 1), true],
  ['phq9', [{ ItemKey: '9', Value: 3, Text: null }], true],
  ['phq9', all(8, 3), false],
  ['phq9', answers(3, 3, 3, 3, 3, 3, 3, 3, 0), false],
  ['phq9', null, false],
  ['gad7', all(7, 3), false],
  ['rmdq', all(24, 1), false],
])('%s answered %j demands an alert: %s', (key, given, demands) => {
  expect(needsAlert(key, given)).toBe(demands);
});

test.each([
  ['odi', 40, 28, 'better', true],
  ['odi', 40, 29, 'better', false],
  ['lefs', 40, 49, 'better', true],
  ['dhi', 40, 58, 'worse', true],
  ['psfs', 4.3333, 5.6333, 'better', true],
  ['berg', 40, 45, 'better', null],
  ['promis', 40, 45, 'changed', null],
])('%s from %s to %s is %s, enough to matter: %s', (key, last, now, direction, isMeaningful) => {
  const measure = outcomeMeasure(key);
  expect(measure && changeSince(measure, last, now)).toMatchObject({ direction, isMeaningful });
});
