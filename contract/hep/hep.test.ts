import { describe, expect, test } from 'vitest';
import { exerciseById, exerciseIdOf } from '../exercises/library.ts';
import { countsOf, doseWords } from './dose-words.ts';
import { fromFlowsheet, newItem } from './from-flowsheet.ts';
import { isShownOn, newestFirst } from './given.ts';
import { mayLog, todaysList, weekStart } from './todays-list.ts';

test.each([
  ['3x10@5lb', '3 sets of 10, with 5 lb', '3 series de 10, con 5 lb'],
  [
    '2x10x5s L',
    '2 sets of 10, stay 5 seconds each time, left side',
    '2 series de 10, mantenga cada una 5 segundos, lado izquierdo',
  ],
  ['2m', 'for 2 minutes', 'durante 2 minutos'],
  [
    '3x12 red band both',
    '3 sets of 12, with a red band, both sides',
    '3 series de 12, con una banda roja, ambos lados',
  ],
  ['3x20 ft', '3 sets, 20 feet', '3 series, 20 pies'],
  ['10 reps Min A', '10 times', '10 veces'],
  ['as before', 'as before', 'as before'],
  ['-', '', ''],
  [null, '', ''],
])('%s', (typed, en, es) => {
  expect([doseWords(typed, 'en'), doseWords(typed, 'es')]).toEqual([en, es]);
});

test('a counter knows what to count', () => {
  expect(countsOf('2x10x5s')).toEqual({ sets: 2, reps: 10, seconds: 5 });
  expect(countsOf('as before')).toEqual({ sets: null, reps: null, seconds: null });
});

describe('from a flowsheet', () => {
  const [bridge, clamshell] = [exerciseIdOf('bridge'), exerciseIdOf('clamshell')];
  const row = { Name: 'Bridge', Dose: '3x10', StoppedOn: null, SortOrder: 0, ExerciseId: bridge };
  test('each exercise that goes on comes once, in its order, with its dose', () => {
    const rows = [
      { ...row, SortOrder: 2 },
      { ...row, ExerciseId: clamshell, Dose: null, SortOrder: 1 },
      { ...row, ExerciseId: clamshell, SortOrder: 3 },
      { ...row, ExerciseId: exerciseIdOf('heel-slide'), StoppedOn: '2026-11-01' },
      { ...row, ExerciseId: null, Name: 'Golf swing', SortOrder: 9 },
    ];
    expect(fromFlowsheet(rows, [], exerciseById)).toEqual({
      items: [
        { ExerciseId: clamshell, Version: 1, Dose: null, PerDay: 1, PerWeek: 7, Note: null },
        { ExerciseId: bridge, Version: 1, Dose: '3x10', PerDay: 1, PerWeek: 7, Note: null },
      ],
      left: ['Golf swing'],
    });
  });
  test('what the program has already stays as it is', () => {
    const had = newItem({ ExerciseId: bridge, Version: 1 }, '1x5');
    expect(fromFlowsheet([row], [had], exerciseById)).toEqual({ items: [], left: [] });
  });
});

test.each([
  [null, '2030-01-01', true],
  ['2026-01-01', '2026-04-01', true],
  ['2026-01-01', '2026-04-02', false],
])('a case discharged %s, on %s: shown %s', (discharged, today, isShown) => {
  expect(isShownOn(discharged, today)).toBe(isShown);
});

test('drafts stand first, then the newest version', () => {
  const at = (Version: number | null, day: string) => ({
    Version,
    SentAt: null,
    HandedOutOn: Version === null ? null : day,
    updated_at: `${day}T00:00:00Z`,
  });
  const all = [at(1, '2026-03-01'), at(null, '2026-01-01'), at(2, '2026-02-01'), at(null, '2026-01-02')];
  expect(newestFirst(all)).toEqual([all[3], all[1], all[2], all[0]]);
});

describe('the list of a day', () => {
  const item = { ExerciseId: 'a', PerDay: 2, PerWeek: 2 };
  const said = (day: string, done = true) => ({ ExerciseId: 'a' as never, day, done });
  // 2026-11-25 is a Wednesday.
  test.each([
    ['nothing done', [], [0, false]],
    ['once today', [said('2026-11-25')], [1, false]],
    ['as often as it should be', [said('2026-11-25'), said('2026-11-25')], [2, true]],
    ['could not be done', [said('2026-11-25', false)], [0, false]],
    ['on one other day', [said('2026-11-23'), said('2026-11-23')], [0, false]],
    ['on enough other days', [said('2026-11-22'), said('2026-11-24')], null],
    ['on enough other days, and today', [said('2026-11-22'), said('2026-11-24'), said('2026-11-25')], [1, false]],
    ['in the week before', [said('2026-11-20'), said('2026-11-21')], [0, false]],
    ['other exercises', [{ ...said('2026-11-22'), ExerciseId: 'b' as never }], [0, false]],
  ])('%s', (_name, logs, expected) => {
    const [found] = todaysList([item], logs, '2026-11-25');
    expect(found ? [found.times, found.isDone] : null).toEqual(expected);
  });
  test('a week begins on Sunday', () => {
    expect(['2026-11-22', '2026-11-25', '2026-11-28', '2026-11-29'].map(weekStart)).toEqual([
      '2026-11-22',
      '2026-11-22',
      '2026-11-22',
      '2026-11-29',
    ]);
  });
  test('today and yesterday are logged, no other day', () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    expect(days.filter((day) => mayLog(day, '2026-11-25'))).toEqual(['2026-11-24', '2026-11-25']);
  });
});
