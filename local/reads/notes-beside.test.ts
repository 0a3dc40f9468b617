import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { noteDocument } from '#contract/documentation/document/note-document.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { codes, episode, facility, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '../store/device.ts';
import { keepSetup } from '../store/setup.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { previousNote, signedNotesBefore } from './documentation.ts';
import { printedNote } from './print-note.ts';

let device: TestDevice;
beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'facilities', [facility]);
  await mirrorRows(device, 'providers', [provider]);
  await mirrorRows(device, 'cases', [episode, otherCase]);
  const website = { Name: 'Tideline', TimeZone: 'America/Chicago' };
  await keepSetup(device, { website, cptDescriptions: codes, currentUser: {} } as unknown as Setup);
});
afterEach(() => lockDevice());

const otherCase = { ...episode, CaseId: testId(90) as never, Title: 'Left shoulder' };
const signed = { signedAt: stamp, signedByProviderId: provider.ProviderId };

/** A visit of a day before with its note, each with a text of its own. */
function before(n: number, day: string, more: { CaseId?: never; note?: Partial<VisitNote>; text?: string } = {}) {
  const { CaseId = episode.CaseId, note, text = `Text ${n}.` } = more;
  const VisitId = testId(100 + n);
  const at = { ...visit, VisitId, CaseId, Start: `${day}T10:00`, End: `${day}T10:45`, stage: 'closed' };
  return {
    visit: Visit.parse(at),
    note: {
      ...noteRow({ Plan: text }, { ...signed, ...note }),
      CaseId,
      NoteId: NoteId.parse(VisitId),
      VisitId: VisitId as never,
      NoteDate: day,
    },
  };
}

async function mirrored(...all: ReturnType<typeof before>[]): Promise<void> {
  const own = noteRow({ Plan: 'Own.' });
  await mirrorRows(device, 'visits', [visit, ...all.map((each) => each.visit)]);
  await mirrorRows(device, 'visitNotes', [own, ...all.map((each) => each.note)]);
}

const monday = before(1, '2026-11-09');
const wednesday = before(2, '2026-11-11');
const later = before(3, '2026-11-20');
const ofOther = before(4, '2026-11-16', { CaseId: otherCase.CaseId });
const empty = before(5, '2026-11-13', { text: ' ' });
const unsigned = before(6, '2026-11-12', { note: { signedAt: null, signedByProviderId: null } });

test('the note beside is the latest of the same case before the visit that says something', async () => {
  await mirrored(monday, later, ofOther, empty, wednesday);
  expect((await previousNote(visit))?.note.NoteId).toBe(wednesday.note.NoteId);
});

test('what a note is compared with and repeats is signed, of the same case and before it', async () => {
  await mirrored(monday, later, ofOther, unsigned, wednesday);
  const found = await signedNotesBefore(noteRow({}));
  expect(found.map((note) => note.NoteId)).toEqual([wednesday.note.NoteId, monday.note.NoteId]);
});

test('a printed note holds nothing of other notes, but what was added to it', async () => {
  const added = before(7, '2026-11-19', { text: ' ', note: { NoteType: 'addendum' } });
  const addendum: VisitNote = {
    ...added.note,
    VisitId: visit.VisitId,
    NoteId: NoteId.parse(testId(70)),
    ParentNoteId: noteRow().NoteId,
    Sections: { Text: 'The left knee.' },
  };
  const ofOtherNote = { ...addendum, NoteId: NoteId.parse(testId(71)), ParentNoteId: monday.note.NoteId };
  const secondOfDay = before(8, visit.Start.slice(0, 10));
  await mirrored(monday, later, ofOther, secondOfDay);
  await mirrorRows(device, 'visitNotes', [
    noteRow({ Plan: 'Own.' }, signed),
    addendum,
    { ...ofOtherNote, Sections: { Text: 'Elsewhere.' } },
  ]);
  const source = await printedNote(noteRow().NoteId);
  expect(source?.added.map(({ NoteId: id }) => id)).toEqual([addendum.NoteId]);
  const printed = JSON.stringify(source && noteDocument(source));
  expect(printed).toContain('Own.');
  expect(printed).toContain('The left knee.');
  expect(printed).not.toMatch(/Text \d|Elsewhere/);
});
