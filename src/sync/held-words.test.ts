import { expect, test } from 'vitest';
import { comparedWords, heldParts } from './held-words.ts';

const fetched = { P0: 0, P1: 12_400, names: 0 };
const words = (told: Parameters<typeof heldParts>[0]) => heldParts(told).map(({ text }) => text);

test.each([
  ['at the very start', { P0: false, P1: false, names: false }, true, ['Loading', 'Waiting', 'Waiting']],
  ['in the middle', { P0: true, P1: false, names: false }, true, ['Done', 'Loading, 12,400 rows so far', 'Waiting']],
  ['at the end', { P0: true, P1: true, names: true }, false, ['Done', 'Done', 'Done']],
  [
    'when the network goes',
    { P0: true, P1: false, names: false },
    false,
    ['Done', 'Waiting to be online', 'Waiting to be online'],
  ],
])('%s', (_case, hydrated, online, expected) => {
  expect(words({ hydrated, online, fetched })).toEqual(expected);
});

test.each([
  [null, null],
  [{ at: 5, corrected: 0 }, 'Compared with the server at 5. Everything matches.'],
  [{ at: 5, corrected: 1 }, 'Compared with the server at 5. one row was different and corrected.'],
  [{ at: 5, corrected: 1_200 }, 'Compared with the server at 5. 1,200 rows were different and corrected.'],
])('a comparison of %o', (compared, expected) => {
  expect(comparedWords(compared, (at) => `at ${at}`)).toBe(expected);
});
