import { expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import { rtmWindows } from './rtm-days.ts';

const episode = { From: '2026-03-01', Until: null };
const at = { today: '2026-03-30', timeZone: 'America/New_York' };
const on = (day: string, late = 0) => ({ day, receivedAt: `${addDays(day, late)}T23:30:00Z` });
const daily = (count: number, from = '2026-03-01') => Array.from({ length: count }, (_, n) => on(addDays(from, n)));

test.each([
  ['no day', [], 0, null],
  ['one day', daily(1), 1, null],
  ['two days', daily(2), 2, '98985'],
  ['15 days', daily(15), 15, '98985'],
  ['16 days', daily(16), 16, '98977'],
  ['every day', daily(30), 30, '98977'],
  ['one day, often', [...daily(1), ...daily(1), ...daily(1)], 1, null],
  ['a day that came after 7 days', [...daily(1), on('2026-03-05', 7)], 2, '98985'],
  ['a day that came after 8 days', [...daily(1), on('2026-03-05', 8)], 1, null],
  ['days outside', [...daily(1), on('2026-02-28'), on('2026-03-31')], 1, null],
])('%s', (_name, logs, days, code) => {
  expect(rtmWindows(episode, logs, at)).toEqual([{ from: '2026-03-01', to: '2026-03-30', days, code, isOver: false }]);
});

test('when a day came is told by the clock of the clinic', () => {
  const logs = [...daily(1), { day: '2026-03-05', receivedAt: '2026-03-13T02:00:00Z' }];
  const daysIn = (timeZone: string) => rtmWindows(episode, logs, { ...at, timeZone })[0]?.days;
  expect([daysIn('America/New_York'), daysIn('Europe/London')]).toEqual([2, 1]);
});

test('each window of 30 days counts for itself, by what is in force on its last day', () => {
  const year = { From: '2025-11-15', Until: null };
  const logs = [...daily(5, '2025-11-15'), ...daily(5, '2025-12-15')];
  expect(rtmWindows(year, logs, { ...at, today: '2026-01-20' })).toEqual([
    { from: '2025-11-15', to: '2025-12-14', days: 5, code: null, isOver: true },
    { from: '2025-12-15', to: '2026-01-13', days: 5, code: '98985', isOver: false },
    { from: '2026-01-14', to: '2026-02-12', days: 0, code: null, isOver: false },
  ]);
});

test('a window that the end cuts short is not billed, and none begins after it', () => {
  const ended = { From: '2026-03-01', Until: '2026-04-10' };
  const windows = rtmWindows(ended, daily(41), { ...at, today: '2026-06-01' });
  expect(windows).toEqual([
    { from: '2026-03-01', to: '2026-03-30', days: 30, code: '98977', isOver: true },
    { from: '2026-03-31', to: '2026-04-10', days: 11, code: null, isOver: true },
  ]);
});

test('before it starts there is none', () => {
  expect(rtmWindows(episode, daily(2), { ...at, today: '2026-02-28' })).toEqual([]);
});
