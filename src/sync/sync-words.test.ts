import { expect, test } from 'vitest';
import { currentDiff } from './changes/conflict-diff.ts';
import { syncWords } from './sync-words.ts';

test.each([
  [{ online: true, waiting: 0, parked: 0 }, 'Saved', 'done'],
  [{ online: true, waiting: 3, parked: 0 }, '3 waiting', 'progress'],
  [{ online: false, waiting: 3, parked: 0 }, 'Offline, 3 waiting', 'past'],
  [{ online: false, waiting: 0, parked: 0 }, 'Offline', 'past'],
  [{ online: true, waiting: 2, parked: 1 }, 'Needs attention (1)', 'needs'],
  [{ online: false, waiting: 2, parked: 0, typed: 1 }, 'Needs attention (1)', 'needs'],
  [{ online: true, waiting: 0, parked: 1, typed: 2 }, 'Needs attention (3)', 'needs'],
])('%o is told as %s', (state, text, meaning) => {
  const hydrated = { P0: true, P1: true, names: true };
  expect(syncWords({ ...state, hydrated })).toMatchObject({ text, meaning });
});

test.each([
  { P0: false, P1: false, names: false },
  { P0: true, P1: false, names: false },
  { P0: true, P1: true, names: false },
])('a device that does not hold the clinic yet never calls itself done: %o', (hydrated) => {
  const state = { online: true, waiting: 0, parked: 0, hydrated };
  expect(syncWords(state)).toMatchObject({ text: 'Getting ready', meaning: 'progress' });
});

test("the server's current value is told without ids, stamps and long texts", () => {
  const row = {
    VisitId: 'x',
    stage: 'review',
    updated_at: 'y',
    VisitType: 'PT Follow-up',
    isSigned: true,
    note: 'a'.repeat(300),
    empty: '',
  };
  expect(currentDiff({ current: row })).toEqual([
    { name: 'Stage', mine: '', now: 'To finish' },
    { name: 'Visit type', mine: '', now: 'PT Follow-up' },
    { name: 'Is signed', mine: '', now: 'true' },
  ]);
  expect(currentDiff({ current: null })).toEqual([]);
});
