import { expect, test } from 'vitest';
import { FacilityId, ProviderId } from '#contract/base/ids.ts';
import { filterFrom, paramsOf, type PrintFilter } from './print-filter.ts';

const facility = FacilityId.parse('0192f000-0000-7000-8000-0000000000f1');
const provider = ProviderId.parse('0192f000-0000-7000-8000-0000000000a1');
const usual: PrintFilter = { day: '2026-02-28', FacilityId: facility, ProviderId: null };

test.each([
  ['', usual],
  ['date=2028-02-29', { ...usual, day: '2028-02-29' }],
  ['date=2026-02-29', usual],
  ['date=today&facility=x&provider=y', usual],
  ['facility=all', { ...usual, FacilityId: null }],
  [`provider=${provider}`, { ...usual, ProviderId: provider }],
])('%s', (address, expected) => {
  expect(filterFrom(new URLSearchParams(address), usual)).toEqual(expected);
});

test('what was chosen stands in the address and is read back', () => {
  const chosen = { day: '2026-12-31', FacilityId: null, ProviderId: provider };
  expect(filterFrom(new URLSearchParams(paramsOf(chosen)), usual)).toEqual(chosen);
});
