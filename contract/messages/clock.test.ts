import { expect, test } from 'vitest';
import { momentOf, outOfQuiet } from './clock.ts';
import { textNumber } from './text-number.ts';

const newYork = 'America/New_York';

test.each([
  ['in winter', '2026-01-15T10:00', '2026-01-15T15:00:00.000Z'],
  ['in summer', '2026-07-15T10:00', '2026-07-15T14:00:00.000Z'],
  ['an hour that comes twice is the first', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['after it came twice', '2026-11-01T02:30', '2026-11-01T07:30:00.000Z'],
  ['an hour that is left out is the one after', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['after it was left out', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
  ['29 February', '2028-02-29T23:59', '2028-03-01T04:59:00.000Z'],
])('%s: %s is %s', (_, wall, moment) => {
  expect(momentOf(wall, newYork).toISOString()).toBe(moment);
});

test.each([
  ['by day', '2026-11-20T18:00Z', '2026-11-20T18:00:00.000Z'],
  ['at eight', '2026-11-20T13:00Z', '2026-11-20T13:00:00.000Z'],
  ['a minute before nine in the evening', '2026-11-21T01:59Z', '2026-11-21T01:59:00.000Z'],
  ['at nine in the evening', '2026-11-21T02:00Z', '2026-11-21T13:00:00.000Z'],
  ['in the night the clocks go forward', '2026-03-08T06:00Z', '2026-03-08T12:00:00.000Z'],
  ['on the last evening of a year', '2027-01-01T03:00Z', '2027-01-01T13:00:00.000Z'],
])('quiet hours, %s', (_, at, moment) => {
  expect(outOfQuiet(new Date(at), newYork).toISOString()).toBe(moment);
});

test.each([
  ['(503) 555-0142', '+15035550142'],
  ['1 503 555 0142', '+15035550142'],
  ['555-0142', null],
  ['+44 20 7946 0958', null],
  // Ten digits with the code of the country: as one of ours it would be a stranger's.
  ['+47 22 12 34 56', null],
  ['', null],
  [null, null],
])('the number %s as gateways want it: %s', (phone, number) => {
  expect(textNumber(phone)).toBe(number);
});
