import { expect, test } from 'vitest';
import { capitalized, counted, uncapitalized, withArticle } from './nouns.ts';

test.each([
  ['authorization', 'an authorization'],
  ['script', 'a script'],
  ['insurance', 'an insurance'],
  ['user', 'a user'],
  ['unit', 'a unit'],
  ['update', 'an update'],
  ['OT case', 'an OT case'],
  ['PT case', 'a PT case'],
  ['SLP case', 'an SLP case'],
])('%s is %s', (noun, words) => {
  expect(withArticle(noun)).toBe(words);
});

test('one of a thing has no s', () => {
  expect([0, 1, 2].map((count) => counted(count, 'visit'))).toEqual(['0 visits', '1 visit', '2 visits']);
});

test('a noun begins a sentence with a capital and stands in it without one', () => {
  expect(capitalized('policy')).toBe('Policy');
  expect([uncapitalized('Policy'), uncapitalized('NPI')]).toEqual(['policy', 'NPI']);
});
