import { expect, test } from 'vitest';
import { addedSentence, addedToCase } from './seen-on-case.ts';

const on = (scripts: string[], authorizations: string[]) =>
  ({
    scripts: scripts.map((ScriptId) => ({ ScriptId })),
    authorizations: authorizations.map((AuthorizationId) => ({ AuthorizationId })),
  }) as never;

test.each([
  ['a script', { scripts: [], authorizations: ['a'] }, /^1 script was added .* Review it,/],
  ['both', { scripts: [], authorizations: [] }, /^1 script and 1 authorization were added .* Review them,/],
])('a sentence says what was added to a case: %s', (_, seen, sentence) => {
  expect(addedSentence(addedToCase(seen, on(['s'], ['a'])))).toMatch(sentence);
});

test.each([
  ['nothing was added', { scripts: ['s'], authorizations: ['a'] }],
  ['nothing is told of that kind', { scripts: ['s'] }],
  ['nothing is told', {}],
])('there is none where %s', (_, seen) => {
  expect(addedSentence(addedToCase(seen, on(['s'], ['a'])))).toBeNull();
});

test('what is gone meanwhile is no reason to keep a case', () => {
  expect(addedSentence(addedToCase({ scripts: ['s', 't'], authorizations: ['a'] }, on(['t'], [])))).toBeNull();
});
