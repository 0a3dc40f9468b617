import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { emergencyMs } from '#contract/emergency/endpoints.ts';
import { patient } from '#contract/testing/rows.ts';
import { endEmergency, readGrant, recordOpened, startEmergency } from './emergency.ts';
import { waitingCalls } from './outbox.ts';
import { testDevice } from './testing/device.ts';

test.each(['', 'because', '          x'])('%j is no reason', async (reason) => {
  await testDevice();
  await expect(startEmergency(reason)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await readGrant()).toBeNull();
});

test('a typed reason holds for an hour, and each chart opened with it waits to be told once', async () => {
  await testDevice();
  await startEmergency('Allergic reaction in the gym');
  const grant = await readGrant();
  expect(grant && grant.until - grant.startedAt).toBe(emergencyMs);
  // Asked twice before the first was on record, as a screen does that draws again.
  if (grant) await Promise.all([recordOpened(grant, patient.PatientId), recordOpened(grant, patient.PatientId)]);
  const after = await readGrant();
  if (after) await recordOpened(after, patient.PatientId);
  const calls = await waitingCalls();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    name: 'emergency.record',
    input: { id: grant?.id, PatientId: patient.PatientId, reason: 'Allergic reaction in the gym', offline: true },
  });
  await endEmergency();
  expect(await readGrant()).toBeNull();
});
