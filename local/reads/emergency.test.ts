import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { patient, testId, visit } from '#contract/testing/rows.ts';
import { dropDraft, saveDraft } from '../drafts/drafts.ts';
import { endEmergency, isAtWorkOn, readGrant, recordOpened, startEmergency } from './emergency.ts';
import { queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';

test.each(['', 'because', '          x'])('%j is no reason', async (reason) => {
  await testDevice();
  await expect(startEmergency(reason)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await readGrant()).toBeNull();
});

test('a typed reason holds as long as the site says, and each chart opened with it waits to be told once', async () => {
  await testDevice();
  await startEmergency('Allergic reaction in the gym');
  const grant = await readGrant();
  expect(grant && grant.until - grant.startedAt).toBe(settings.emergency_access_ms.byDefault);
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

test('setting the clock back does not make a reason last longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') });
  try {
    await testDevice();
    await startEmergency('Allergic reaction in the gym');
    vi.setSystemTime(new Date('2026-03-02T08:58:00Z'));
    expect(await readGrant()).not.toBeNull();
    vi.setSystemTime(new Date('2026-03-01T09:00:00Z'));
    expect(await readGrant()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['2026-03-01', 'scheduled', true],
  ['2026-03-01', 'cancelled', true],
  ['2026-03-02', 'checkedIn', true],
  ['2026-03-02', 'inProgress', true],
  ['2026-03-02', 'closed', false],
  ['2026-03-02', 'noShow', false],
  ['2026-03-03', 'inProgress', false],
  ['2026-02-28', 'inProgress', false],
] as const)('on %s the %s visit of 1 March opens its chart: %s', async (today, stage, isOpen) => {
  const device = await testDevice();
  await mirrorRows(device, 'visits', [{ ...visit, PatientId: patient.PatientId, stage, Start: '2026-03-01T23:30' }]);
  expect(await isAtWorkOn(patient.PatientId, today)).toBe(isOpen);
});

test('what was typed or saved here opens its chart on any day; a chart opened with a reason asks again', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'visits', [{ ...visit, PatientId: patient.PatientId, Start: '2026-03-01T09:00' }]);
  const isOpen = () => isAtWorkOn(patient.PatientId, '2026-07-01');
  await startEmergency('Allergic reaction in the gym');
  const grant = await readGrant();
  if (grant) await recordOpened(grant, patient.PatientId);
  expect(await isOpen()).toBe(false);
  await saveDraft(`note:${testId(99)}`, { Subjective: 'of someone else' });
  expect(await isOpen()).toBe(false);
  await saveDraft(`note:${visit.VisitId}`, { Subjective: 'half' });
  expect(await isOpen()).toBe(true);
  await dropDraft(`note:${visit.VisitId}`);
  expect(await isOpen()).toBe(false);
  // From a list, without the chart.
  await queueWrite('visits.move', { id: visit.VisitId, destination: 'checkedIn', lastUpdated: visit.updated_at });
  expect(await isOpen()).toBe(false);
  await queueWrite('charges.save', { id: visit.VisitId, services: [] } as never);
  expect(await isOpen()).toBe(true);
});
