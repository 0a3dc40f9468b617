import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { visitTypesAfter } from './visit-type-change.ts';

const now = '2026-11-18T15:00:00.000Z';
const named = (Name: string) => ({ VisitTypeId: testId(1), Name, IsNonPatientVisit: false, isDeleted: false });
const renamed = (...names: string[]) =>
  names.reduce<ReturnType<typeof visitTypesAfter>>((types, name) => visitTypesAfter(types, [named(name)], now), []);

test.each([
  [['Evaluation'], undefined],
  [['Evaluation', 'Evaluation'], undefined],
  [['Evaluation', 'Initial'], ['Evaluation']],
  [
    ['Evaluation', 'Initial', 'First visit'],
    ['Evaluation', 'Initial'],
  ],
  [['Evaluation', 'Initial', 'Evaluation'], ['Initial']],
])('after the names %j a visit type was called %j before', (names, former) => {
  expect(renamed(...names)[0]?.FormerNames).toEqual(former);
});

test('of many names the last twenty are known', () => {
  const names = Array.from({ length: 25 }, (_, at) => `Name ${at}`);
  expect(renamed(...names)[0]?.FormerNames).toEqual(names.slice(4, 24));
});
