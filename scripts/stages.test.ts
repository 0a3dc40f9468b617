import { expect, test } from 'vitest';
import { withoutWarnings } from './stages.ts';

test.each([
  ['', 0],
  ['✓ built in 3.1s\n', 0],
  ['(!) Some chunks are larger than 500 kB after minification.\n', 1],
  ['[plugin x] Warning: a module was left out\n', 1],
])('a build that prints %j ends with %i', async (output, code) => {
  const stage = { name: 'build', lanes: 1, run: async () => ({ code: 0, output }) };
  expect(await withoutWarnings(stage).run()).toEqual({ code, output });
});
