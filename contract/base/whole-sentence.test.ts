import { expect, test } from 'vitest';
import { wholeSentence } from './whole-sentence.ts';

const unknown = 'This provider was not found.';
const twice = 'A policy is listed twice.';

test.each([
  ['Nothing was changed.', undefined, 'Nothing was changed.'],
  ['Check what is marked.', { a: unknown, b: twice }, `Check what is marked. ${unknown} ${twice}`],
  [`${unknown} Nothing was changed.`, { a: unknown }, `${unknown} Nothing was changed.`],
  [`${unknown} Nothing was changed.`, { a: unknown, b: twice }, `${unknown} Nothing was changed. ${twice}`],
  ['Check what is marked.', { 'a.0': twice, 'a.1': twice }, `Check what is marked. ${twice}`],
])('%s', (message, fields, whole) => {
  expect(wholeSentence({ message, fields })).toBe(whole);
});
