import { expect, test } from 'vitest';
import { isNameIn } from './name-words.ts';

test.each([
  ['Núñez, Ana', 'nunez', true],
  ['Nunez, Ana', 'NÚÑEZ', true],
  ['Sean O’Brien', "o'brien", true],
  ['Sean O’Brien', 'obrien', true],
  ['Sean O’Brien', 'brien sean', true],
  ['Ada Okafor ada@example.org', 'kafor', true],
  ['Ada Okafor ada@example.org', '@example', true],
  ['Ada Okafor', '  ', true],
  ['Ada Okafor', 'okafx', false],
  ['Ada Okafor', 'ada x', false],
  ['Ada Okafor', '-', false],
])('in %s is found %s: %s', (text, typed, isFound) => {
  expect(isNameIn(text, typed)).toBe(isFound);
});
