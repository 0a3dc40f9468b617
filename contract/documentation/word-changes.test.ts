import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordChanges, type WordChange } from './word-changes.ts';

const marked = (changes: WordChange[]) =>
  changes.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`)).join('');

test.each([
  ['Knee better.', 'Knee better.', 'Knee better.'],
  ['Knee better.', 'Knee much better.', 'Knee{+ much+} better.'],
  ['Knee much better.', 'Knee better.', 'Knee{- much-} better.'],
  ['Twice a week.', 'Three times a week.', '{-Twice-}{+Three times+} a week.'],
  ['After stairs.', 'After stairs, none at rest.', 'After stairs{+, none at rest+}.'],
  ['Slept', 'Slept well.', 'Slept{+ well.+}'],
  ['', 'New text', '{+New text+}'],
  ['Old text', '', '{-Old text-}'],
  ['One\nTwo', 'One\nTwo\nThree', 'One\nTwo{+\nThree+}'],
  ['', '', ''],
])('from “%s” to “%s”', (from, to, expected) => {
  expect(marked(wordChanges(from, to))).toBe(expected);
});

test('the pieces always make up both texts', () => {
  const text = fc.array(fc.constantFrom('knee', 'hip', ' ', '\n', 'ROM 90°.', '  ')).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (from, to) => {
      const changes = wordChanges(from, to);
      const without = (kind: WordChange['kind']) =>
        changes.flatMap((change) => (change.kind === kind ? [] : change.text)).join('');
      expect([without('added'), without('removed')]).toEqual([from, to]);
    }),
  );
});

test('texts that have nothing in common are replaced as a whole', () => {
  const long = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`).join(' ');
  expect(wordChanges(long('a'), long('b')).map((change) => change.kind)).toEqual(['removed', 'added']);
});
