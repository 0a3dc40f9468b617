import { expect, test } from 'vitest';
import { isListed } from './clinic-lists.ts';

test.each([
  ['Commercial', true],
  [' cOmMercial ', true],
  ['Commercials', false],
])('%s is listed: %s', (name, expected) => {
  expect(isListed(['Medicare', 'Commercial'], name)).toBe(expected);
});
