import { expect, test } from 'vitest';
import { comparedWords, heldParts } from './held-words.ts';

const fetched = { P0: 0, P1: 12_400, names: 0 };
const words = (told: Parameters<typeof heldParts>[0]) => heldParts(told).map(({ text }) => text);

test.each([
  ['at the very start', { P0: false, P1: false, names: false }, true, ['Fetching', 'Waiting', 'Waiting']],
  ['in the middle', { P0: true, P1: false, names: false }, true, ['Done', 'Fetching, 12,400 rows so far', 'Waiting']],
  ['at the end', { P0: true, P1: true, names: true }, false, ['Done', 'Done', 'Done']],
  [
    'when the network goes',
    { P0: true, P1: false, names: false },
    false,
    ['Done', 'Waiting for the network', 'Waiting for the network'],
  ],
])('%s', (_case, hydrated, online, expected) => {
  expect(words({ hydrated, online, fetched })).toEqual(expected);
});

test.each([
  [null, null],
  [{ at: 5, corrected: 0 }, 'Compared with the server at 5: everything is the same.'],
  [{ at: 5, corrected: 1 }, 'Compared with the server at 5: one row was different and put right.'],
  [{ at: 5, corrected: 1_200 }, 'Compared with the server at 5: 1,200 rows were different and put right.'],
])('a comparison of %o', (compared, expected) => {
  expect(comparedWords(compared, (at) => `at ${at}`)).toBe(expected);
});
