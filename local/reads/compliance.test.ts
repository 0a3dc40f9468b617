import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { ProviderId } from '#contract/base/ids.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { episode, provider, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '../store/device.ts';
import { keepSetup } from '../store/setup.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { complianceFactsOf } from './compliance.ts';

afterEach(() => lockDevice());

test.each([
  ['of all providers', null, false],
  ['of some providers', [ProviderId.parse(testId(6))], true],
  ['of nobody', [], true],
])('who sees visits %s is told of them as such', async (_name, providerIds, areVisitsPartial) => {
  const device = await testDevice();
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'providers', [provider]);
  await mirrorRows(device, 'visits', [visit]);
  await keepSetup(device, { currentUser: { providerIds } } as unknown as Setup);
  expect(await complianceFactsOf(episode.CaseId, '2026-11-18')).toMatchObject({ areVisitsPartial, visits: [{}] });
});
