import { expect, test } from 'vitest';
import { arrivalTime, isWrong, showAhead, type ClockFault, type TabletClock } from './tablet-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const receivedAt = new Date('2026-11-18T15:00:00Z');
/** The tablet last heard of the server three hours before it sends. */
const heard = (aheadMs: number): TabletClock => ({ heardAt: '2026-11-18T12:00:00Z', aheadMs });

test.each<[string, string, TabletClock | undefined, string, ClockFault | null]>([
  ['a right clock', '2026-11-18T14:05:00Z', heard(0), '14:05', null],
  ['a clock a minute off', '2026-11-18T14:06:00Z', heard(minute), '14:05', null],
  ['a clock 20 minutes behind', '2026-11-18T13:45:00Z', heard(-20 * minute), '14:05', 'corrected'],
  ['a clock six hours ahead', '2026-11-18T20:05:00Z', heard(6 * hour), '14:05', 'corrected'],
  [
    'a clock that is years behind',
    '2023-01-01T02:05:00Z',
    heard(Date.parse('2023-01-01') - Date.parse('2026-11-18T12:00:00Z')),
    '14:05',
    'corrected',
  ],
  ['a clock set back since', '2026-11-17T14:05:00Z', heard(0), '15:00', 'receipt'],
  ['a clock set forward since', '2026-11-18T19:05:00Z', heard(0), '15:00', 'receipt'],
  ['a wrong clock that was set right since', '2026-11-18T14:05:00Z', heard(6 * hour), '15:00', 'receipt'],
  ['just before it heard, within a call', '2026-11-18T11:59:00Z', heard(0), '11:59', null],
  ['just after it was received, within a call', '2026-11-18T15:01:00Z', heard(0), '15:00', null],
  ['no clock told', '2026-11-17T14:05:00Z', undefined, '17T14:05', null],
  ['no clock told, and later than received', '2026-11-18T15:05:00Z', undefined, '15:00', 'receipt'],
])('%s: told at %s, %j counts at %s, %s', (_, told, clock, at, fault) => {
  const moment = arrivalTime({ told: new Date(told), clock, receivedAt });
  expect(moment.fault).toBe(fault);
  expect(moment.at.toISOString()).toContain(`${at}:00`);
});

test.each([
  [-12 * minute, true, '12 minutes behind'],
  [minute, false, '1 minute ahead'],
  [hour + 59 * minute, true, '1 hour ahead'],
  [-3 * day, true, '3 days behind'],
  [day, true, '1 day ahead'],
])('%d ms is wrong: %s, %s', (ms, wrong, words) => {
  expect([isWrong(ms), showAhead(ms)]).toEqual([wrong, words]);
});
