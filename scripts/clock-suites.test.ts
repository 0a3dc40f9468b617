import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api, unit } from './clock-suites.ts';

test('every name of a suite that depends on the clock finds a test', () => {
  const tests = globSync('{contract,local,workers,src,server}/**/*.test.{ts,tsx}');
  expect([...unit, ...api].filter((name) => !tests.some((file) => file.startsWith(name)))).toEqual([]);
});
