import { expect, test } from 'vitest';
import { chartChangedSince, comparedNow } from './intake-answers.ts';

const visit = {
  intakeConflict: [
    { field: 'City' as const, chart: 'Lynn', intake: 'Salem' },
    { field: 'Email' as const, chart: null, intake: 'a@example.org' },
  ],
};
const patient = {
  Phone: null,
  Email: null,
  Address1: null,
  City: 'Lynn',
  StateOrProvince: null,
  PostalCode: null,
  PreferredName: null,
};

test.each([
  ['the chart is as it was compared', patient, ['City', 'Email'], [], false],
  ['a field that is not taken over changed', { ...patient, City: 'Boston' }, ['Email'], [], false],
  ['it was corrected', { ...patient, City: 'Boston' }, ['City'], [], true],
  ['it was filled in', { ...patient, Email: 'b@example.org' }, ['Email'], [], true],
  ['it was emptied', { ...patient, City: null }, ['City'], [], true],
  ['it was corrected to the answer', { ...patient, City: 'Salem' }, ['City'], [], false],
  ['the correction was compared', { ...patient, City: 'Boston' }, ['City'], ['Boston'], false],
  ['it was corrected twice', { ...patient, City: 'Quincy' }, ['City'], ['Boston'], true],
] as const)('%s', (_, now, accept, compared, isChanged) => {
  const seen = compared.map((chart) => ({ field: 'City' as const, chart, intake: 'Salem' }));
  expect(chartChangedSince(visit, { accept, seen }, now)).toBe(isChanged);
});

test('what is compared is the chart as it is now', () => {
  expect(comparedNow(visit, { ...patient, City: 'Boston' }).map(({ chart }) => chart)).toEqual(['Boston', null]);
  expect(comparedNow(visit, undefined)).toEqual(visit.intakeConflict);
});
