import { expect, test } from 'vitest';
import type { Facility } from '#contract/facilities/facility.ts';
import { facilityOptions, facilitySelectData } from './facility-options.ts';

const regions = [
  { RegionId: 'n', Name: 'North' },
  { RegionId: 's', Name: 'South' },
];
const facility = (at: number, more: object) =>
  ({
    FacilityId: String(at),
    LastName: `Clinic ${String.fromCodePoint(90 - at)}`,
    Inactive: false,
    StateOrProvince: 'MA',
    ...more,
  }) as Facility;
const many = (count: number, more: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => facility(at, more(at)));
const groups = (facilities: Facility[]) => facilityOptions(facilities, regions).map((option) => option.group);

test('archived ones stand last and say so', () => {
  const options = facilityOptions([facility(1, { Inactive: true, LastName: 'Ashby' }), facility(2, {})]);
  expect(options.map((option) => option.label)).toEqual(['Clinic X', 'Archived - Ashby']);
});

test.each([
  ['ten are not grouped', many(10, (at) => ({ StateOrProvince: at % 2 ? 'MA' : 'NH' })), [null]],
  ['eleven of two states are', many(11, (at) => ({ StateOrProvince: at % 2 ? 'NH' : 'MA' })), ['MA', 'NH']],
  ['six states of twelve are half, not under it', many(12, (at) => ({ StateOrProvince: `S${at % 6}` })), [null]],
  [
    'five states of twelve are under half',
    many(12, (at) => ({ StateOrProvince: `S${at % 5}` })),
    ['S0', 'S1', 'S2', 'S3', 'S4'],
  ],
  [
    'within one state the regions group',
    many(12, (at) => ({ RegionId: [null, 'n', 's'][at % 3] })),
    ['North', 'South', 'No region'],
  ],
  ['one state without regions stays a plain list', many(12, () => ({ RegionId: null })), [null]],
])('%s', (_, facilities, expected) => {
  expect([...new Set(groups(facilities))]).toEqual(expected);
});

test('a select shows the groups as headings', () => {
  const two = facilityOptions(many(12, (at) => ({ StateOrProvince: at % 2 ? 'NH' : 'MA' })));
  expect(facilitySelectData(two)).toMatchObject([
    { group: 'MA', items: { length: 6 } },
    { group: 'NH', items: { length: 6 } },
  ]);
  expect(facilitySelectData(facilityOptions(many(2, () => ({}))))).toMatchObject([{ value: '1' }, { value: '0' }]);
});
