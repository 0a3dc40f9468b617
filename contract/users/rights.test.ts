import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../base/permissions.ts';
import { ruleCases } from '../testing/cases.ts';
import { knownPermissions, Permission, permissionSections, permissionWords } from './permission-catalogue.ts';
import { isWiderThanOwn, mayTakeInHand, notTheirsToGive, notTheirsToTake, rightsChange } from './rights.ts';

const facility = '0192f000-0000-7000-8000-000000000001';
const reportOf = `access claims report.facility.${facility}`;

test.each([
  ['nothing changes', ['write notes'], ['write notes'], [], []],
  ['one for another', ['write notes'], ['sign notes'], ['sign notes'], ['write notes']],
  ['a whole is told as one', [], ['move visits.*'], ['move visits.*'], []],
  ['what was held already is no gain', ['move visits.*'], ['move visits.*', 'move visits.closed'], [], []],
  ['a whole that goes is told as one', ['move visits.*'], [], [], ['move visits.*']],
  [
    'a part that stays is not told as lost',
    ['move visits.*'],
    ['write notes', 'move visits.billing', 'move visits.closed'],
    ['write notes'],
    [
      'move visits.confirmed',
      'move visits.checkedIn',
      'move visits.inProgress',
      'move visits.review',
      'move visits.cancelled',
      'move visits.noShow',
      'move visits.lateCancel',
    ],
  ],
  ['reports of one facility', [], [reportOf], [reportOf], []],
  ['from one facility’s reports to all', [reportOf], ['access claims report.*'], ['access claims report.*'], []],
  ['from all to one facility’s', ['access claims report.*'], [reportOf], [], ['access claims report.*']],
] as const)('%s', (_, before, after, gained, lost) => {
  expect(rightsChange(before, after)).toEqual({ gained, lost });
});

const known = knownPermissions.map((entry) => entry.permission);
const someCan = fc.subarray([...known, reportOf]);

test('a change is told in full and tells nothing that does not change', () => {
  fc.assert(
    fc.property(someCan, someCan, (before, after) => {
      const { gained, lost } = rightsChange(before, after);
      const leaves = [...known, reportOf].filter((each) => !each.endsWith('.*'));
      const isTold = (leaf: string) => {
        const [was, is] = [holds(before, leaf), holds(after, leaf)];
        if (was === is) return !gained.includes(leaf) && !lost.includes(leaf);
        return holds(is ? gained : lost, leaf);
      };
      expect(leaves.filter((leaf) => !isTold(leaf))).toEqual([]);
    }),
    { numRuns: 1_000, seed: ruleCases.seed },
  );
});

test.each([
  ['what one holds', ['write notes'], [], ['write notes'], []],
  ['what one does not hold', ['write notes'], [], ['sign notes'], ['sign notes']],
  ['what the other held before', ['write notes'], ['sign notes'], ['sign notes', 'write notes'], []],
  ['a part of what one holds', ['move visits.*'], [], ['move visits.closed'], []],
  ['the whole of which one holds a part', ['move visits.closed'], [], ['move visits.*'], ['move visits.*']],
])('%s', (_, can, before, after, refused) => {
  expect(notTheirsToGive({ can, SuperUser: false, facilityIds: null }, before, after)).toEqual(refused);
  expect(notTheirsToGive({ can, SuperUser: true, facilityIds: null }, before, after)).toEqual([]);
});

test.each([
  [null, null, null, false],
  [['1'], ['1'], null, true],
  [['1'], ['2'], ['2'], false],
  [['1'], ['2'], ['1', '2'], false],
  [['1'], ['1'], ['1', '2'], true],
  [['1'], null, ['2'], false],
])('seeing %j, from %j to %j is wider: %s', (facilityIds, before, after, isWider) => {
  expect(isWiderThanOwn({ can: [], SuperUser: false, facilityIds }, before, after)).toBe(isWider);
});

test('no one takes away what they do not hold', () => {
  const one = { can: ['move visits.*'], SuperUser: false, facilityIds: null };
  expect(notTheirsToTake(one, ['move visits.closed', 'sign notes'], [])).toEqual(['sign notes']);
  expect(notTheirsToTake(one, ['sign notes'], ['sign notes'])).toEqual([]);
  expect(notTheirsToTake({ ...one, SuperUser: true }, ['sign notes'], [])).toEqual([]);
});

test('an account that may do more, or a superuser’s, is taken in hand by superusers alone', () => {
  const one = { can: ['write notes', 'move visits.*'], SuperUser: false, facilityIds: null };
  const other = { can: [], SuperUser: false, facilityIds: null, providerIds: null, ownProviderIds: [] };
  expect(mayTakeInHand(one, { ...other, can: ['move visits.closed'] })).toBe(true);
  expect(mayTakeInHand(one, { ...other, can: ['sign notes'] })).toBe(false);
  expect(mayTakeInHand(one, { ...other, SuperUser: true })).toBe(false);
  expect(mayTakeInHand({ ...one, SuperUser: true }, { ...other, can: ['sign notes'], SuperUser: true })).toBe(true);
  expect(mayTakeInHand({ ...one, facilityIds: ['1', '2'] }, { ...other, facilityIds: ['2'] })).toBe(true);
  expect(mayTakeInHand({ ...one, facilityIds: ['1'] }, { ...other, facilityIds: ['2'] })).toBe(false);
  expect(mayTakeInHand({ ...one, facilityIds: ['1'] }, other)).toBe(false);
});

test('who treats patients sees their own visits, so only who sees those takes the account in hand', () => {
  const seesA = { can: [], SuperUser: false, facilityIds: null, providerIds: ['a'] };
  const isB = { can: [], SuperUser: false, facilityIds: null, providerIds: [], ownProviderIds: ['b'] };
  expect(mayTakeInHand(seesA, isB)).toBe(false);
  expect(mayTakeInHand(seesA, { ...isB, ownProviderIds: ['a', 'b'] })).toBe(false);
  expect(mayTakeInHand(seesA, { ...isB, ownProviderIds: ['a'] })).toBe(true);
  expect(mayTakeInHand(seesA, { ...isB, ownProviderIds: [] })).toBe(true);
  expect(mayTakeInHand({ ...seesA, providerIds: ['a', 'b'] }, isB)).toBe(true);
  expect(mayTakeInHand({ ...seesA, providerIds: null }, isB)).toBe(true);
  expect(mayTakeInHand({ ...seesA, providerIds: null }, { ...isB, providerIds: null })).toBe(true);
});

test('the catalogue names every permission once, in words', () => {
  expect(new Set(known).size).toBe(known.length);
  expect(new Set(knownPermissions.map((entry) => entry.words)).size).toBe(known.length);
  expect(permissionSections.every((section) => section.entries.length > 0)).toBe(true);
  const names = { facilities: new Map([[facility, 'Harborview']]), providers: new Map<string, string>() };
  expect(permissionWords(reportOf, names)).toBe('see claims reports of Harborview');
  expect(permissionWords('access reports.provider.*', names)).toBe('see reports about every provider');
  expect(Permission.safeParse(reportOf).success).toBe(true);
  for (const wrong of ['access %', 'access everything', 'access x report.facility.*', '*', ''])
    expect(Permission.safeParse(wrong).success).toBe(false);
});
