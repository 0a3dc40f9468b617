import { expect, test } from 'vitest';
import { isSkipped } from './skipped-time.ts';

test.each([
  ['America/New_York', '2027-03-14T01:59', false],
  ['America/New_York', '2027-03-14T02:00', true],
  ['America/New_York', '2027-03-14T02:30', true],
  ['America/New_York', '2027-03-14T02:59', true],
  ['America/New_York', '2027-03-14T03:00', false],
  ['America/New_York', '2027-03-13T02:30', false],
  ['America/New_York', '2027-03-15T02:30', false],
  // It comes twice, which is no reason to refuse it.
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
