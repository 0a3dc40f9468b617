import { expect, test } from 'vitest';
import { blanksOf } from '../../documentation/blanks.ts';
import { builtInMeasurement } from '../../measures/catalog/catalog.ts';
import { measuresOfTemplate } from '../../documentation/apply-template.ts';
import { episode, testId } from '../../testing/rows.ts';
import { evalTemplate } from '../eval-template.ts';
import { textTemplate } from '../text-template.ts';
import { evalStarters } from './evals.ts';
import { textStarters } from './texts.ts';

test('there is one for each discipline and one for every day', () => {
  expect(evalStarters.map(({ Discipline, NoteTypes }) => [Discipline, NoteTypes[0]])).toEqual([
    ['PT', 'eval'],
    ['OT', 'eval'],
    ['SLP', 'eval'],
    ['DC', 'eval'],
    [null, 'daily'],
  ]);
});

test.each(evalStarters)('$Name is a template whose measures can all be added', (starter) => {
  const made = { ...starter, OwnerUserId: null };
  expect(evalTemplate.New.safeParse({ ...made, EvalTemplateId: testId(1) }).error).toBeUndefined();
  expect(evalTemplate.check(made)).toEqual({});
  const { add, leftOut } = measuresOfTemplate(starter, episode.CaseId, builtInMeasurement, new Set());
  expect(leftOut).toEqual([]);
  expect(add.length).toBeGreaterThanOrEqual(starter.Measurements.length);
});

test.each(textStarters)('$Title is a text with blanks', (starter) => {
  const made = { ...starter, OwnerUserId: null };
  expect(textTemplate.New.safeParse({ ...made, TextTemplateId: testId(1) }).error).toBeUndefined();
  expect(blanksOf(starter.Body).length).toBeGreaterThan(0);
});
