import { expect, test } from 'vitest';
import { mergeSet } from './merge-set.ts';

test.each([
  ['both add', ['a', 'theirs'], ['a', 'mine'], ['a'], ['a', 'theirs', 'mine']],
  ['I add, they take out', ['b'], ['a', 'b', 'mine'], ['a', 'b'], ['b', 'mine']],
  ['I take out, they add', ['a', 'b', 'theirs'], ['b'], ['a', 'b'], ['b', 'theirs']],
  ['both add the same', ['a', 'same'], ['a', 'same'], ['a'], ['a', 'same']],
  ['both take out the same', ['b'], ['b'], ['a', 'b'], ['b']],
  ['nothing changed there', ['a'], ['a', 'mine'], ['a'], ['a', 'mine']],
  ['no base: my list', ['a', 'theirs'], ['mine'], undefined, ['mine']],
])('%s', (_name, theirs, mine, base, merged) => {
  expect(mergeSet(theirs, mine, base)).toEqual(merged);
});
