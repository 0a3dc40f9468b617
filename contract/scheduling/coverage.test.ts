import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesSaid, ruleCases } from '../testing/cases.ts';
import { covered, covers, hasRoom, type Grant } from './coverage.ts';

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}`);
const grant: fc.Arbitrary<Grant> = fc.record({
  Start: fc.option(day),
  End: fc.option(day),
  Allowed: fc.option(fc.integer({ min: 0, max: 3 })),
});

/** Every way of giving each day to a grant or to none. */
function coveredByTrying(grants: readonly Grant[], days: readonly string[]): number {
  const [first, ...rest] = days;
  if (first === undefined) return 0;
  const without = coveredByTrying(grants, rest);
  const ways = grants.flatMap((one, at) => {
    if (!covers(one, first) || one.Allowed === 0) return [];
    const less = grants.with(at, { ...one, Allowed: one.Allowed === null ? null : one.Allowed - 1 });
    return [1 + coveredByTrying(less, rest)];
  });
  return Math.max(without, ...ways);
}

test(`no other way of giving days to grants covers more (${casesSaid})`, () => {
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 3 }), fc.array(day, { maxLength: 5 }), day, (grants, days, one) => {
      expect(covered(grants, days)).toBe(coveredByTrying(grants, days));
      expect(hasRoom(grants, days, one)).toBe(coveredByTrying(grants, [...days, one]) > coveredByTrying(grants, days));
    }),
    ruleCases,
  );
}, 300_000);
