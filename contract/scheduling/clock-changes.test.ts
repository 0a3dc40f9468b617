import { expect, test } from 'vitest';
import { momentOf } from '../messages/clock.ts';
import { FacilityId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import { doubledHours, doubledWords, isDoubled, isSkipped, skippedHours, skippedWords } from './clock-changes.ts';

test.each([
  ['America/New_York', '2027-03-14T01:59', false],
  ['America/New_York', '2027-03-14T02:00', true],
  ['America/New_York', '2027-03-14T02:30', true],
  ['America/New_York', '2027-03-14T02:59', true],
  ['America/New_York', '2027-03-14T03:00', false],
  ['America/New_York', '2027-03-13T02:30', false],
  ['America/New_York', '2027-03-15T02:30', false],
  ['America/New_York', '2027-11-07T01:30', false],
  ['America/New_York', '2027-11-07T02:30', false],
  ['America/Los_Angeles', '2027-03-14T02:30', true],
  ['America/Phoenix', '2027-03-14T02:30', false],
  ['Pacific/Honolulu', '2027-03-14T02:30', false],
  ['America/New_York', '2027-03-14T10:00', false],
  ['America/New_York', 'no time', false],
])('in %s, %s never comes: %s', (zone, wallTime, skipped) => {
  expect(isSkipped(wallTime, zone)).toBe(skipped);
});

test.each([
  ['America/New_York', '2027-11-07T00:59', false],
  ['America/New_York', '2027-11-07T01:00', true],
  ['America/New_York', '2027-11-07T01:30', true],
  ['America/New_York', '2027-11-07T01:59', true],
  ['America/New_York', '2027-11-07T02:00', false],
  ['America/New_York', '2027-11-06T01:30', false],
  ['America/New_York', '2027-11-08T01:30', false],
  ['America/New_York', '2027-03-14T01:30', false],
  ['America/New_York', '2027-03-14T02:30', false],
  ['America/Los_Angeles', '2027-11-07T01:30', true],
  ['America/Phoenix', '2027-11-07T01:30', false],
  ['America/New_York', '2027-11-07T13:30', false],
  ['America/New_York', 'no time', false],
])('in %s, %s comes twice: %s', (zone, wallTime, doubled) => {
  expect(isDoubled(wallTime, zone)).toBe(doubled);
});

test('the sentences name the time and say which of two is meant, which is the one that moments are made of', () => {
  const zone = 'America/New_York';
  expect(doubledWords(['2027-11-07T00:45', '2027-11-07T01:30'], zone)).toBe(
    'The clocks go back on 11/07/2027: 1:30 AM comes twice that night, and the first one is meant.',
  );
  // Daylight time, four hours behind, comes before standard time, five behind.
  expect(momentOf('2027-11-07T01:30', zone).toISOString()).toBe('2027-11-07T05:30:00.000Z');
  expect(skippedWords(['2027-03-14T01:45', '2027-03-14T02:30'], zone)).toBe(
    'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.',
  );
  expect([doubledWords(['2027-03-14T02:30'], zone), skippedWords(['2027-11-07T01:30'], zone)]).toEqual([null, null]);
});

test('hours of days are read in the zone of their own facility', () => {
  const [east, west] = [FacilityId.parse(testId(1)), FacilityId.parse(testId(2))];
  const zones = [
    { FacilityId: east, TimeZone: 'America/New_York' },
    { FacilityId: west, TimeZone: 'America/Phoenix' },
  ];
  const days = (at: FacilityId, start: string, end: string) =>
    ['2027-03-14', '2027-11-07'].map((day) => ({ day, blocks: [{ start, end, FacilityId: at }] }));
  const there = 'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.';
  expect(skippedHours(days(east, '01:00', '02:30'), zones)).toBe(there);
  expect(skippedHours(days(east, '02:30', '09:00'), zones)).toBe(there);
  expect(doubledHours(days(east, '01:30', '09:00'), zones)).toBe(
    'The clocks go back on 11/07/2027: 1:30 AM comes twice that night, and the first one is meant.',
  );
  // Hours over the hour itself, in a zone without changes, or at a facility that is not known.
  expect(skippedHours(days(east, '01:00', '09:00'), zones)).toBeNull();
  expect(skippedHours(days(west, '02:30', '09:00'), zones)).toBeNull();
  expect(doubledHours(days(west, '01:30', '09:00'), zones)).toBeNull();
  expect(skippedHours(days(FacilityId.parse(testId(9)), '02:30', '09:00'), zones)).toBeNull();
});
