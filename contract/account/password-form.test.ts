import { expect, test } from 'vitest';
import { passwordForm } from './password-form.ts';

test.each([
  ['caf\u0065\u0301', 'caf\u00e9'],
  ['\ufb01ve', 'five'],
  ['\uff21\uff11', 'A1'],
  ['as typed', 'as typed'],
])('%s counts as %s, whichever keyboard made it', (typed, counts) => {
  expect(passwordForm(typed)).toBe(counts);
});
