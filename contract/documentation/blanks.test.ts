import { expect, test } from 'vitest';
import { blanksOf, nextBlank, withInserted } from './blanks.ts';

test.each<[string, [name: string, start: number, end: number][]]>([
  ['', []],
  ['Nothing to fill in.', []],
  ['On the {{side}} side', [['side', 7, 15]]],
  [
    '{{ pain level }} of 10, ***',
    [
      ['pain level', 0, 16],
      ['', 24, 27],
    ],
  ],
  [
    '{{}} {{{side}}',
    [
      ['', 0, 4],
      ['side', 6, 14],
    ],
  ],
  ['{{side} and }}', []],
  ['****', [['', 0, 3]]],
])('blanks of "%s"', (text, found) => {
  expect(blanksOf(text).map(({ name, start, end }) => [name, start, end])).toEqual(found);
});

test.each<[number, string | undefined]>([
  [0, '{{a}}'],
  [1, '{{b}}'],
  [6, '{{b}}'],
  [7, undefined],
])('the next blank from %i', (from, text) => {
  expect(nextBlank('{{a}} {{b}}', from)?.text).toBe(text);
});

test.each<[string, number, number, string, number]>([
  ['', 0, 0, 'BODY', 0],
  ['One.', 4, 4, 'One. BODY', 5],
  ['One.\n', 5, 5, 'One.\nBODY', 5],
  ['One two', 4, 7, 'One BODY', 4],
  ['Onetwo', 3, 3, 'One BODY two', 4],
])('inserted into "%s" at %i to %i', (text, start, end, after, at) => {
  expect(withInserted(text, { start, end }, 'BODY')).toEqual({ text: after, at });
});
