import { expect, test } from 'vitest';
import { differsFromClaim, type BilledService } from './amended-claim.ts';
import type { Claim } from './claim.ts';
import { needsCorrection } from './needs-correction.ts';

const service = (
  CPT_Code: string,
  Units: number,
  Modifiers: string[] = ['GP'],
  AssistantUnits: number | null = null,
): BilledService => ({ CPT_Code, Units, Modifiers, AssistantUnits });
const [exercise, manual] = [service('97110', 2), service('97140', 1)];

test.each<[string, BilledService[] | null, BilledService[], boolean | null]>([
  ['the same', [exercise, manual], [exercise, manual], false],
  ['in another order', [exercise, manual], [manual, exercise], false],
  ['the units of a code in two lines', [exercise], [service('97110', 1), service('97110', 1)], false],
  ['a service without a unit beside it', [exercise], [exercise, service('97140', 0)], false],
  [
    'the parts of an assistant as two services',
    [service('97110', 3, ['CQ', 'GP'], 1)],
    [service('97110', 1, ['CQ', 'GP']), exercise],
    false,
  ],
  ['more units', [exercise, manual], [service('97110', 3), manual], true],
  ['another code', [exercise], [service('97530', 2)], true],
  ['one less', [exercise, manual], [exercise], true],
  ['one more', [exercise], [exercise, manual], true],
  ['none any more', [exercise], [], true],
  ['another modifier', [exercise], [service('97110', 2, ['CQ', 'GP'])], true],
  [
    'another part of an assistant',
    [service('97110', 3, ['CQ', 'GP'], 1)],
    [service('97110', 3, ['CQ', 'GP'], 2)],
    true,
  ],
  ['a claim of before, of which that is not known', null, [exercise], null],
])('%s', (_name, billed, now, isOther) => {
  expect(differsFromClaim(billed, now, null)).toBe(isOther);
});

test.each([
  [true, false],
  [false, true],
])('a code the payer is billed by another one (%s) is another line: %s', (SubstitutesG0283, isOther) => {
  const [recorded, substitute] = [[service('97014', 1)], [service('G0283', 1)]];
  expect(differsFromClaim(recorded, substitute, { SubstitutesG0283 })).toBe(isOther);
  expect(differsFromClaim(substitute, recorded, { SubstitutesG0283 })).toBe(isOther);
});

test('a claim that was replaced needs no correction', () => {
  const amended = { AmendedByNoteId: 'a' as Claim['AmendedByNoteId'], status: 'accepted' } as const;
  expect(needsCorrection(amended)).toBe(true);
  expect(needsCorrection({ ...amended, status: 'void' })).toBe(false);
  expect(needsCorrection({ ...amended, AmendedByNoteId: null })).toBe(false);
  expect(needsCorrection(undefined)).toBe(false);
});
