import { expect, test } from 'vitest';
import { facility, provider } from '#contract/testing/rows.ts';
import { daysFrom, type TypedDays } from './day-form.ts';

const { FacilityId, ProviderId } = { ...facility, ...provider };
const facilities = [{ FacilityId, TimeZone: 'America/New_York' }];
const night: TypedDays = {
  ProviderId,
  first: '2027-03-14',
  last: '2027-03-14',
  weekdays: [],
  kind: 'hours',
  blocks: [{ start: '02:30', end: '09:00', FacilityId }],
  Note: '',
};

test('hours of a time that never comes are refused at the hours, also on one of many days', () => {
  const blocks = 'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.';
  expect(daysFrom(night, facilities)).toEqual({ wrong: { blocks } });
  const many = { ...night, first: '2027-03-08', last: '2027-03-20', weekdays: [0, 1, 2, 3, 4, 5, 6] };
  expect(daysFrom(many, facilities)).toEqual({ wrong: { blocks } });
  expect(daysFrom({ ...many, weekdays: [1, 2, 3, 4, 5] }, facilities)).toHaveProperty('days.length', 10);
});

test('a day off has no hours to refuse', () => {
  expect(daysFrom({ ...night, kind: 'off' }, facilities)).toHaveProperty('days.length', 1);
});
