import { expect, test } from 'vitest';
import { momentOf } from '../messages/clock.ts';
import { doubledWords, isDoubled, isSkipped, skippedWords } from './clock-changes.ts';

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
