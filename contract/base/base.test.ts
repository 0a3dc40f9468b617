import { expect, test } from 'vitest';
import { Base } from './base.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each([
  ['a week of hours', { Schedule: [[{ FacilityId: 'a', start: '08:00' }], []] }, true],
  ['what nests deeper than it could be compared', { Name: nested(50_000) }, false],
  ['a list', [], false],
])('a base may be %s: %#', (_what, base, isTaken) => {
  expect(Base.safeParse(base).success).toBe(isTaken);
});
