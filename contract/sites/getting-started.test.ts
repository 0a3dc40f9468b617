import { expect, test } from 'vitest';
import { startingStepsOf } from './getting-started.ts';

const nothing = { facilities: 0, users: 1, payers: 0, settingsLookedAt: false };
const done = (counts: typeof nothing) => startingStepsOf(counts)?.flatMap((each) => (each.done ? each.step : []));

test.each([
  ['a new site has nothing', nothing, []],
  ['the first administrator alone is not the users', { ...nothing, users: 1, facilities: 2 }, ['facilities']],
  ['someone invited is', { ...nothing, users: 2 }, ['users']],
  ['with all of it the list is gone', { facilities: 1, users: 2, payers: 1, settingsLookedAt: true }, undefined],
])('%s', (_, counts, expected) => {
  expect(done(counts)).toEqual(expected);
});
