import { expect, test } from 'vitest';
import { countSentence, minutesSentence, readAmount } from './typed-amount.ts';

test.each([
  ['23', { amount: 23 }],
  [' 8 ', { amount: 8 }],
  ['0', { amount: 0 }],
  ['480', { amount: 480 }],
  ['', { amount: null }],
  ['22.5', { wrong: minutesSentence }],
  ['22.', { wrong: minutesSentence }],
  ['481', { wrong: minutesSentence }],
  ['-5', { wrong: minutesSentence }],
  ['1e2', { wrong: minutesSentence }],
  ['half an hour', { wrong: minutesSentence }],
])('minutes %s', (text, read) => expect(readAmount(text, true)).toEqual(read));

test.each([
  ['1', { amount: 1 }],
  ['8', { amount: 8 }],
  ['0', { wrong: countSentence }],
  ['12', { wrong: countSentence }],
  ['1.5', { wrong: countSentence }],
])('count %s', (text, read) => expect(readAmount(text, false)).toEqual(read));
