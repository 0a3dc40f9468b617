import { describe, expect, test } from 'vitest';
import type { History } from './histories.ts';
import { backupsToKeep, isBackupDue, isDrillDue, newKeysToKeep, walToKeep, type Kept } from './retention.ts';

const now = new Date('2026-11-26T12:00:00Z');
const dayMs = 24 * 3_600_000;
const segment = (at: number) => `00000001000000000${at.toString(16).toUpperCase().padStart(7, '0')}`;

/** One backup at three in the morning `age` days ago; each day writes ten segments. */
function nightly(age: number): Kept {
  const endedAt = new Date(Date.parse('2026-11-26T03:00:00Z') - age * dayMs).toISOString();
  const at = 10 * (1_000 - age);
  return { id: endedAt.slice(0, 10), endedAt, walStart: segment(at), walEnd: segment(at + 1) };
}
const first: History = { timeline: 1, parents: [], beganAt: null, wroteAt: now.toISOString() };
const nights = (...ages: number[]) => ages.map(nightly);
const every = (count: number) => nights(...Array.from({ length: count }, (_, age) => age));
const ids = (kept: Kept[]) => kept.map(({ id }) => id);

test('of two years of nights: 14 days, then the last of 8 weeks and 12 months', () => {
  expect(ids(backupsToKeep(every(730), now, [first]))).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-11',
    '2026-10-18',
    '2026-10-25',
    '2026-10-31',
    '2026-11-01',
    '2026-11-08',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ]);
});

test.each<[string, Kept[], number]>([
  ['none', [], 0],
  ['one, however old', nights(900), 1],
  [
    'several of one day within the week',
    [nightly(1), { ...nightly(1), id: 'x', endedAt: '2026-11-25T18:00:00.000Z' }],
    2,
  ],
  ['several of one day long ago', [nightly(100), { ...nightly(100), id: 'x', endedAt: '2026-08-18T18:00:00.000Z' }], 1],
])('%s', (_, backups, count) => {
  expect(backupsToKeep(backups, now, [first])).toHaveLength(count);
});

test('of a day that lies before and within the seven days the backup before them stays too', () => {
  const early = { ...nightly(7), endedAt: '2026-11-19T03:00:00.000Z' };
  const late = { ...nightly(7), id: 'late', endedAt: '2026-11-19T18:00:00.000Z' };
  expect(backupsToKeep([early, late, nightly(1)], now, [first])).toContain(early);
});

test('any moment of seven days can be reached: the log from the backup before them on stays', () => {
  const kept = backupsToKeep(every(60), now, [first]);
  const names = Array.from({ length: 650 }, (_, at) => segment(9_400 + at));
  const left = new Set(walToKeep(names, kept, now, [first]));
  // The first night before 2026-11-19T12:00 is seven days old.
  const from = nightly(7).walStart;
  expect(names.filter((name) => name >= from).every((name) => left.has(name))).toBe(true);
  for (const { walStart, walEnd } of kept) expect([left.has(walStart), left.has(walEnd)]).toEqual([true, true]);
  expect(left.has(segment(10 * (1_000 - 8) + 5))).toBe(false);
});

const at = (position: number) => `0/${position.toString(16).toUpperCase()}000100`;
const onSecond = (position: number) => segment(position).replace(/^00000001/, '00000002');

describe('after a restore two days ago to an earlier moment, on a server that had come further', () => {
  // The former server stood at 200 when it was lost; the restored one went on from 100.
  const old: Kept = { id: 'old', endedAt: '2026-11-10T03:00:00.000Z', walStart: segment(60), walEnd: segment(61) };
  const before: Kept = {
    id: 'before',
    endedAt: '2026-11-17T03:00:00.000Z',
    walStart: segment(90),
    walEnd: segment(91),
  };
  const lost: Kept = { id: 'lost', endedAt: '2026-11-24T03:00:00.000Z', walStart: segment(190), walEnd: segment(191) };
  const own: Kept = { id: 'own', endedAt: '2026-11-26T03:00:00.000Z', walStart: onSecond(105), walEnd: onSecond(106) };
  const second: History = {
    timeline: 2,
    parents: [{ timeline: 1, lsn: at(100) }],
    beganAt: '2026-11-24T12:00:00.000Z',
    wroteAt: now.toISOString(),
  };
  const former: History = { ...first, wroteAt: '2026-11-24T11:00:00.000Z' };
  const names = [
    '00000002.history',
    ...[60, 61, 62, 89, 90, 99, 100, 101, 190, 200].map(segment),
    ...[100, 101, 105, 106, 110].map(onSecond),
  ];

  test('the recent log of both stays, whichever positions it has', () => {
    const kept = backupsToKeep([own, lost, before, old], now, [former, second]);
    expect(ids(kept)).toEqual(['old', 'before', 'lost', 'own']);
    const left = walToKeep(names, kept, now, [former, second]);
    expect(names.filter((name) => !left.includes(name))).toEqual([segment(62), segment(89)]);
  });

  test('a week later what only the former one had goes, but for what its backups need', () => {
    const later = new Date(now.getTime() + 7 * dayMs);
    const newer: Kept = {
      ...own,
      id: 'newer',
      endedAt: '2026-12-03T03:00:00.000Z',
      walStart: onSecond(109),
      walEnd: onSecond(110),
    };
    const histories = [former, { ...second, wroteAt: later.toISOString() }];
    const kept = backupsToKeep([newer, own, lost, before, old], later, histories);
    const left = walToKeep(names, kept, later, histories);
    expect(left).toEqual(['00000002.history', ...[60, 61, 90, 190].map(segment), ...[105, 106, 110].map(onSecond)]);
  });

  test('what nothing is kept of stays', () => {
    expect(walToKeep(names, [], now, [former, second])).toEqual(names);
  });
});

describe('a server that was lost ten days ago, restored today to a moment before its last backup', () => {
  const lastOfFormer: Kept & { startedAt: string } = {
    id: 'last',
    startedAt: '2026-11-16T02:50:00.000Z',
    endedAt: '2026-11-16T03:00:00.000Z',
    walStart: segment(190),
    walEnd: segment(191),
  };
  const ofRestored: Kept & { startedAt: string } = {
    id: 'restored',
    startedAt: '2026-11-26T11:50:00.000Z',
    endedAt: '2026-11-26T11:55:00.000Z',
    walStart: onSecond(105),
    walEnd: onSecond(106),
  };
  const former: History = { ...first, wroteAt: '2026-11-16T09:00:00.000Z' };
  const restored: History = {
    timeline: 2,
    parents: [{ timeline: 1, lsn: at(100) }],
    beganAt: '2026-11-26T11:40:00.000Z',
    wroteAt: '2026-11-26T12:00:00.000Z',
  };
  const tail = [192, 199, 200].map(segment);
  const names = [segment(62), ...tail, ...[105, 106].map(onSecond)];
  const madeInTail = '2026-11-16T08-00-00.000Z-1';
  const all = [lastOfFormer, ofRestored];
  const leftAfter = (days: number) => {
    const later = new Date(now.getTime() + days * dayMs);
    const histories = [former, { ...restored, wroteAt: later.toISOString() }];
    const kept = backupsToKeep(all, later, histories);
    const keys = newKeysToKeep([madeInTail], kept, later, histories);
    return [walToKeep(names, kept, later, histories).filter((name) => tail.includes(name)), keys];
  };

  test('the first backup of the restored one takes neither the end of the lost one nor its keys', () => {
    expect(leftAfter(0)).toEqual([tail, [madeInTail]]);
    expect(leftAfter(6.9)).toEqual([tail, [madeInTail]]);
  });

  test('seven days later no moment of the lost one is one of the last seven', () => {
    expect(leftAfter(7.1)).toEqual([[], []]);
  });

  test('a restore that no server ever ran on is no sign that another went on', () => {
    const trial: History = { ...restored, beganAt: '2026-11-17T12:00:00.000Z', wroteAt: null };
    const third: History = { ...restored, timeline: 3 };
    const own = { ...ofRestored, walStart: ofRestored.walStart.replace(/^00000002/, '00000003') };
    const left = walToKeep(names, [lastOfFormer, { ...own, timeline: 3 }], now, [former, trial, third]);
    expect(left.filter((name) => tail.includes(name))).toEqual(tail);
  });

  test('of two that wrote side by side, the keys of one with backups of long ago stay with its log', () => {
    const beside = { ...former, wroteAt: now.toISOString() };
    const kept = [
      lastOfFormer,
      { ...ofRestored, endedAt: '2026-11-18T03:00:00.000Z', startedAt: '2026-11-18T02:50:00.000Z' },
    ];
    expect(newKeysToKeep([madeInTail, '2026-11-16T08-00-00.000Z-2'], kept, now, [beside, restored])).toEqual([
      madeInTail,
    ]);
  });
});

test('keys that were made after a backup stay as long as a moment before the next one can be wanted', () => {
  const kept = nights(0, 5, 9).map((each) => ({ ...each, startedAt: each.endedAt }));
  const [lately, once] = ['2026-11-17T03-00-01.000Z-1', '2026-11-16T12-00-00.000Z-1'];
  expect(newKeysToKeep([lately, once], kept, now, [first])).toEqual([lately]);
});

test.each<[string, string | undefined, string, boolean]>([
  ['no backup yet', undefined, '12:00', true],
  ['made this night', '03:20', '12:00', false],
  ['made yesterday after that hour, and the hour has come', '-1 09:00', '03:00', true],
  ['made yesterday after that hour, and the hour has not come', '-1 09:00', '02:59', false],
  ['the machine was off for days', '-5 03:00', '01:00', true],
])('%s', (_, newest, clock, due) => {
  const on = (text: string) => {
    const [, days = '0', time = ''] = /^(?:(-\d) )?(.+)$/.exec(text) ?? [];
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return new Date(2026, 10, 26 + Number(days || 0), hours, minutes);
  };
  expect(isBackupDue(newest && on(newest).toISOString(), 3, on(clock))).toBe(due);
});

test.each<[string, { at: string; backup: string } | null, boolean]>([
  ['none yet', null, true],
  ['a week ago, of another backup', { at: '2026-11-19T22:00:00Z', backup: 'old' }, true],
  ['six days ago', { at: '2026-11-20T12:00:00Z', backup: 'old' }, false],
  ['long ago, of a backup that is still the newest', { at: '2026-10-01T12:00:00Z', backup: 'new' }, false],
])('a restore on trial is due: %s', (_, last, due) => {
  expect(isDrillDue(last, { id: 'new' }, now)).toBe(due);
});
