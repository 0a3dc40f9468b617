import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { VisitId } from '#contract/base/ids.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { episode, insurance, patient, payer, provider, stamp, visit } from '#contract/testing/rows.ts';
import { downtimePack } from './downtime-pack.ts';
import { mirrorRows, testDevice } from './testing/device.ts';

const day = visit.Start.slice(0, 10);
const note = VisitNote.parse({
  VisitId: visit.VisitId,
  CaseId: visit.CaseId,
  PatientId: visit.PatientId,
  FacilityId: visit.FacilityId,
  NoteType: 'daily',
  Subjective: '',
  Objective: '',
  Assessment: '',
  Plan: '',
  signedAt: null,
  signedByProviderId: null,
  cosignRequired: false,
  cosignedAt: null,
  cosignedByProviderId: null,
  updated_at: stamp,
});
const id = (end: string) => VisitId.parse(`0198a1b2-0000-7000-8000-0000000000${end}`);
const on = (end: string, Start: string, more: Partial<typeof visit> = {}) => ({
  ...visit,
  VisitId: id(end),
  Start,
  End: Start,
  ...more,
});

async function clinic(visits: (typeof visit)[], notes: (typeof note)[] = []) {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'payers', [payer]);
  await mirrorRows(device, 'insurances', [insurance]);
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'providers', [provider]);
  await mirrorRows(device, 'visits', visits);
  await mirrorRows(device, 'visitNotes', notes);
}

test('a pack holds the day, each patient once, and nothing of other days or of visits that do not take place', async () => {
  await clinic([
    on('01', `${day}T09:00`),
    on('02', `${day}T14:00`),
    on('03', `${day}T10:00`, { stage: 'cancelled' }),
    on('04', '2031-01-01T09:00'),
  ]);
  const pack = await downtimePack(day, null);
  expect(pack.visits.map((line) => line.visit.VisitId)).toEqual([id('01'), id('02')]);
  expect(pack.patients).toHaveLength(1);
  expect(pack.patients[0]?.visits).toHaveLength(2);
  expect(pack.patients[0]?.cases.map((each) => each.CaseId)).toEqual([episode.CaseId]);
  expect(pack.patients[0]?.insurances[0]?.payer?.Name).toBe(payer.Name);
});

test('the last note is the latest signed one from before the day', async () => {
  const signed = { ...note, signedAt: '2026-01-01T10:00:00.000Z', signedByProviderId: provider.ProviderId };
  await clinic(
    [
      on('01', `${day}T09:00`),
      on('05', '2025-01-02T09:00', { stage: 'closed' }),
      on('06', '2025-01-09T09:00', { stage: 'closed' }),
      on('07', '2025-01-16T09:00', { stage: 'review' }),
    ],
    [
      { ...signed, VisitId: id('01'), Subjective: 'of today' },
      { ...signed, VisitId: id('05'), Subjective: 'older' },
      { ...signed, VisitId: id('06'), Subjective: 'the last' },
      { ...signed, VisitId: id('07'), Subjective: 'not signed', signedAt: null, signedByProviderId: null },
    ],
  );
  const [first] = (await downtimePack(day, null)).patients;
  expect(first?.lastNote?.note.Subjective).toBe('the last');
});

test('a facility has its own pack', async () => {
  await clinic([on('01', `${day}T09:00`)]);
  expect((await downtimePack(day, visit.FacilityId)).visits).toHaveLength(1);
  expect((await downtimePack(day, crypto.randomUUID())).visits).toEqual([]);
});
