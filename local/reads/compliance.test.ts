import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { FacilityId, ProviderId } from '#contract/base/ids.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { episode, facility, provider, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '../store/device.ts';
import { keepSetup } from '../store/setup.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { complianceFactsOf } from './compliance.ts';

const otherId = FacilityId.parse(testId(92));
afterEach(() => lockDevice());

test.each([
  ['of all providers', { providerIds: null, facilityIds: null }, false],
  ['of some providers', { providerIds: [ProviderId.parse(testId(6))], facilityIds: null }, true],
  ['of nobody', { providerIds: [], facilityIds: null }, true],
  ['of one facility of two', { providerIds: null, facilityIds: [facility.FacilityId] }, true],
  ['of all facilities', { providerIds: null, facilityIds: [facility.FacilityId, otherId] }, false],
])('who sees visits %s is told of them as such', async (_name, sees, areVisitsPartial) => {
  const device = await testDevice();
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'providers', [provider]);
  await mirrorRows(device, 'visits', [visit]);
  await mirrorRows(device, 'facilities', [facility, { ...facility, FacilityId: otherId }]);
  await keepSetup(device, { currentUser: sees } as unknown as Setup);
  expect(await complianceFactsOf(episode.CaseId, '2026-11-18')).toMatchObject({ areVisitsPartial, visits: [{}] });
});
