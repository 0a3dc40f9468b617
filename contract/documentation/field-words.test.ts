import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { copiedFromKey } from './copied-sections.ts';
import { cellKey, cellOf } from './field-keys.ts';
import { conflictSentence } from './conflict-sentence.ts';
import { fieldsNamed, fieldTitle, listedTitle } from './field-titles.ts';
import { fieldNames, fieldWords } from './field-words.ts';

const measure = (name: string, n = 1) => cellKey('measure', testId(n), name);
const goal = (name: string) => cellKey('goal', testId(3), name);

test.each<[string, unknown, string]>([
  ['Plan', 'reached', 'reached'],
  ['contact', 'reached', 'Reached'],
  ['contact', null, ''],
  ['NoteType', 'eval', 'Evaluation'],
  ['AlsoTypes', ['recert', 'discharge'], 'Recertification, Discharge note'],
  ['TreatmentMinutes', 45, '45'],
  [measure('Value'), 120.5, '120.5'],
  [measure('Value'), ['aching', 'sharp'], 'aching, sharp'],
  [measure('EndFeel'), 'springy', 'Springy block'],
  [measure('From'), { NoteId: testId(8), at: 'x' }, 'From an earlier note'],
  [measure('From'), null, ''],
  [goal('Status'), 'progressing', 'Progressing'],
  [goal('Percent'), 60, '60%'],
  [cellKey('segment', 'C5', 'Range'), 'restricted', 'restricted'],
])('%s %j reads “%s”', (field, value, words) => expect(fieldWords(field, value)).toBe(words));

test('a cell is called by its row where that is known, else by what it is about', () => {
  const knee = { name: 'Knee flexion, left, active', words: (_: string, value: unknown) => `${Number(value)}°` };
  const names = fieldNames(new Map([[testId(1), knee]]));
  expect([measure('Value'), measure('NotTested'), measure('Pain', 2), goal('Status'), 'Plan'].map(names.title)).toEqual(
    ['Knee flexion, left, active', 'Knee flexion, left, active, not tested', 'Measure, pain', 'Goal, status', 'Plan'],
  );
  expect([names.words(measure('Value'), 120), names.words(measure('Value', 2), 120)]).toEqual(['120°', '120']);
  expect(fieldTitle(measure('EndFeel'))).toBe('Measure, end feel');
});

test('a sentence names cells once for all of a kind', () => {
  const fields = ['Plan', measure('Value'), measure('Pain', 2), goal('Status')];
  expect(conflictSentence(fields, true)).toMatch(
    /^In another window you changed Plan, Measures and Goals of this note /,
  );
  expect(conflictSentence(fields)).toMatch(
    /^Someone else, or you in another window, changed Plan, Measures and Goals of this note first\./,
  );
});

test('where a text was copied from is named by its section, and goes with it in a sentence', () => {
  const from = copiedFromKey('Plan');
  expect([fieldTitle(from), listedTitle(from)]).toEqual(['Plan, copied', 'Plan']);
  expect(fieldsNamed(['Plan', from, 'Assessment'])).toBe('Plan and Assessment');
});

test('a cell is named by its row and its field', () => {
  expect(cellOf(measure('EndFeel'))).toEqual({ owner: 'measure', id: testId(1), name: 'EndFeel' });
  expect([cellOf('Plan'), cellOf('contact'), cellOf('measure:x.Value')]).toEqual([null, null, null]);
});
