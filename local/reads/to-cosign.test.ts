import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { assistant, episode, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '../store/device.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { notesToCosign } from './notes-to-cosign.ts';
import { unfinishedVisits, type VisitFilter } from './visits.ts';

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

const noteOf = (n: number, more: Partial<typeof waiting> = {}) => ({
  ...waiting,
  NoteType: 'progress' as const,
  VisitId: null,
  CosignerProviderId: null,
  NoteId: NoteId.parse(testId(300 + n)),
  ...more,
});

async function otherNotes(
  notes: VisitNote[],
  filter: Partial<VisitFilter> = {},
  by: string | null = provider.ProviderId,
) {
  const device = await testDevice();
  await mirrorRows(device, 'visits', [ofAssistant]);
  await mirrorRows(device, 'visitNotes', [waiting, ...notes]);
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'providers', [provider, assistant]);
  return notesToCosign(day, { FacilityId: null, ProviderIds: [], ...filter }, by);
}

test('notes of a case and addenda wait beside those of visits: those asked of me first, then the oldest', async () => {
  const addendum = noteOf(1, { NoteType: 'addendum', VisitId: visit.VisitId, NoteDate: '2026-11-02' });
  const asked = noteOf(2, { CosignerProviderId: provider.ProviderId, NoteDate: '2026-11-09' });
  const found = await otherNotes([noteOf(3, { NoteDate: '2026-11-05' }), asked, addendum]);
  expect(found.map(({ note }) => note.NoteId)).toEqual([2, 1, 3].map((n) => testId(300 + n)));
  expect(found[0]).toMatchObject({
    isAsked: true,
    patient: { LastName: patient.LastName },
    case: { Title: episode.Title },
    signer: { ProviderId: assistant.ProviderId },
  });
});

test.each([
  ['that is cosigned', { cosignedAt: stamp }, {}],
  ['that nobody signed', { signedAt: null }, {}],
  ['that needs no cosignature', { cosignRequired: false }, {}],
  ['that they signed themselves', { signedByProviderId: provider.ProviderId }, {}],
  ['of another facility', {}, { FacilityId: testId(99) }],
  ['of providers that are not chosen', {}, { ProviderIds: [testId(98)] }],
])('a note %s is not among them', async (_name, more, filter) => {
  expect(await otherNotes([noteOf(1, more)], filter)).toEqual([]);
});

test('one that was asked of somebody is theirs, whatever providers are chosen', async () => {
  const asked = noteOf(1, { CosignerProviderId: provider.ProviderId });
  expect(await otherNotes([asked], { ProviderIds: [testId(98)] })).toHaveLength(1);
});
