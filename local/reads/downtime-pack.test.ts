import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { CaseId, NonPatientVisitId, VisitId } from '#contract/base/ids.ts';
import { Case } from '#contract/cases/case.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { examples } from '#contract/testing/records.ts';
import { episode, insurance, noteRow, patient, payer, provider, stamp, visit } from '#contract/testing/rows.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { downtimePack } from './downtime-pack.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';

const day = visit.Start.slice(0, 10);
const id = (end: string) => VisitId.parse(`0198a1b2-0000-7000-8000-0000000000${end}`);
const on = (end: string, Start: string, more: Partial<typeof visit> = {}) => ({
  ...visit,
  VisitId: id(end),
  Start,
  End: Start,
  ...more,
});

const hand = CaseId.parse(id('0c'));
const signed = { signedAt: '2026-01-01T10:00:00.000Z', signedByProviderId: provider.ProviderId };
const note = (end: string, Subjective: string, more: Partial<VisitNote> = signed) =>
  noteRow({ Subjective }, { VisitId: id(end), ...more });

async function clinic(visits: (typeof visit)[], notes: VisitNote[] = [], cases = [episode]) {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'payers', [payer]);
  await mirrorRows(device, 'insurances', [insurance]);
  await mirrorRows(device, 'cases', cases);
  await mirrorRows(device, 'providers', [provider]);
  await mirrorRows(device, 'visits', visits);
  await mirrorRows(device, 'visitNotes', notes);
  return device;
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
  await clinic(
    [
      on('01', `${day}T09:00`),
      on('05', '2025-01-02T09:00', { stage: 'closed' }),
      on('06', '2025-01-09T09:00', { stage: 'closed' }),
      on('07', '2025-01-16T09:00', { stage: 'review' }),
    ],
    [note('01', 'of today'), note('05', 'older'), note('06', 'the last'), note('07', 'not signed', {})],
  );
  const [first] = (await downtimePack(day, null)).patients;
  expect(first?.cases.map((each) => each.lastNote?.note.Sections['Subjective'])).toEqual(['the last']);
});

test('of two cases of one patient each has its own visits, last note and referring provider', async () => {
  const referring = ReferringProvider.parse({
    ...examples.referringProviders.row,
    ReferringProviderId: id('0d'),
    FirstName: 'Ines',
    LastName: 'Ray',
  });
  const ReferringProviderContactId = referring.ReferringProviderId;
  const ofHand = Case.parse({ ...episode, CaseId: hand, Discipline: 'OT', ReferringProviderContactId });
  const device = await clinic(
    [
      on('01', `${day}T09:00`),
      on('02', `${day}T10:00`, { CaseId: hand }),
      on('03', `${day}T11:00`),
      on('05', '2025-01-02T09:00', { stage: 'closed', CaseId: hand }),
      on('06', '2025-01-09T09:00', { stage: 'closed' }),
    ],
    [note('05', 'of the hand', { ...signed, CaseId: hand }), note('06', 'of the back')],
    [episode, ofHand],
  );
  await mirrorRows(device, 'referringProviders', [referring]);
  const { patients } = await downtimePack(day, null);
  expect(patients).toHaveLength(1);
  expect(
    patients[0]?.cases.map((each) => [
      each.case?.Discipline,
      each.visits.map((line) => line.visit.VisitId),
      each.lastNote?.note.Sections['Subjective'],
      each.referring?.LastName,
    ]),
  ).toEqual([
    ['PT', [id('01'), id('03')], 'of the back', undefined],
    ['OT', [id('02')], 'of the hand', 'Ray'],
  ]);
});

test('meetings, lunch and blocks of the day and the facility are in the pack, also those that wait to be sent', async () => {
  const lunch = NonPatientVisit.parse({
    NonPatientVisitId: id('0e'),
    FacilityId: visit.FacilityId,
    ProviderId: provider.ProviderId,
    VisitTypeName: 'Lunch',
    Title: null,
    Start: `${day}T12:00`,
    End: `${day}T13:00`,
    SeriesId: null,
    updated_at: stamp,
  });
  const device = await clinic([on('01', `${day}T09:00`)]);
  await mirrorRows(device, 'nonPatientVisits', [
    lunch,
    {
      ...lunch,
      NonPatientVisitId: NonPatientVisitId.parse(id('0f')),
      Start: '2031-01-01T12:00',
      End: '2031-01-01T13:00',
    },
  ]);
  await queueWrite('scheduling.saveNonPatientVisit', {
    id: NonPatientVisitId.parse(id('10')),
    FacilityId: visit.FacilityId,
    ProviderId: provider.ProviderId,
    VisitTypeName: 'Meeting',
    Title: null,
    Start: `${day}T08:00`,
    End: `${day}T08:30`,
    SeriesId: null,
  });
  const { times, providers } = await downtimePack(day, visit.FacilityId);
  expect(times.map((time) => time.VisitTypeName)).toEqual(['Meeting', 'Lunch']);
  expect(providers.map((each) => each.LastName)).toEqual([provider.LastName]);
  expect((await downtimePack(day, crypto.randomUUID())).times).toEqual([]);
});

test('a facility has its own pack', async () => {
  await clinic([on('01', `${day}T09:00`)]);
  expect((await downtimePack(day, visit.FacilityId)).visits).toHaveLength(1);
  expect((await downtimePack(day, crypto.randomUUID())).visits).toEqual([]);
});
