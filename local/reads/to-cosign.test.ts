import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { assistant, episode, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '../store/device.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { unfinishedVisits } from './visits.ts';

afterEach(() => lockDevice());

const day = visit.Start.slice(0, 10);
const ofAssistant = Visit.parse({ ...visit, ProviderId: assistant.ProviderId, stage: 'review' });
const waiting = {
  ...noteRow({}, { signedAt: stamp, signedByProviderId: assistant.ProviderId, cosignRequired: true }),
  CosignerProviderId: provider.ProviderId,
};

test.each([
  ['that names them', waiting, provider.ProviderId, 1],
  ['that names another', { ...waiting, CosignerProviderId: testId(51) as never }, provider.ProviderId, 0],
  ['that is cosigned', { ...waiting, cosignedAt: stamp }, provider.ProviderId, 0],
  ['that nobody signed', { ...waiting, signedAt: null }, provider.ProviderId, 0],
  ['for who treats nobody', waiting, null, 0],
])('who looks at their own visits finds a note to cosign %s', async (_name, note, asked, found) => {
  const device = await testDevice();
  await mirrorRows(device, 'visits', [ofAssistant]);
  await mirrorRows(device, 'visitNotes', [note]);
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'cases', [episode]);
  const filter = { FacilityId: null, ProviderIds: [provider.ProviderId] };
  expect(await unfinishedVisits(day, 60, filter, asked)).toHaveLength(found);
});
