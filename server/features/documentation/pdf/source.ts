import { fail } from '#contract/base/errors.ts';
import type { NoteSource } from '#contract/documentation/document/note-document.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { readFacility } from '#server/features/facilities/store.ts';
import { readCase, readPatient } from '#server/features/patients/store.ts';
import { codesOn, readNote, readVisit, servicesOf, siteSettings } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { readCellRows, readTables } from './beside.ts';
import { notesAddedTo, providersNamed, signaturesOf } from './store.ts';

const noNote = 'This note was not found, or you can’t see it.';

/** All that a printed note is made of, as far as the caller may see it. */
export async function sourceOf(tx: Tx, NoteId: string): Promise<NoteSource> {
  const note = (await readNote(tx, NoteId)) ?? fail('not-found', noNote);
  const of = (await readCase(tx, note.CaseId)) ?? fail('not-found', noNote);
  const patient = (await readPatient(tx, note.PatientId)) ?? fail('not-found', noNote);
  const visit = note.VisitId === null ? null : ((await readVisit(tx, note.VisitId)) ?? null);
  const parent = note.ParentNoteId === null ? null : ((await readNote(tx, note.ParentNoteId)) ?? null);
  const added = await notesAddedTo(tx, note.NoteId);
  const isOfVisit = visit !== null && note.NoteId === String(visit.VisitId);
  const facility = await readFacility(tx, note.FacilityId);
  const { Name, TimeZone } = await siteSettings(tx);
  const people = [visit, note, ...added].flatMap((one) => one?.ProviderId ?? []);
  const signers = [note, ...added].flatMap((one) => [one.signedByProviderId, one.cosignedByProviderId]);
  return {
    note,
    added,
    parent,
    visit,
    of,
    patient,
    facility: facility && Facility.parse(facility),
    company: { Name, TimeZone },
    services: isOfVisit ? await servicesOf(tx, visit.VisitId) : [],
    codes: await codesOn(tx, note.NoteDate),
    rows: await readCellRows(tx, [note, ...added]),
    tables: isOfVisit ? await readTables(tx, note) : [],
    providers: await providersNamed(tx, [...new Set([...people, ...signers.flatMap((id) => id ?? [])])]),
    signatures: await signaturesOf(tx, [note.NoteId, ...added.map((one) => one.NoteId)]),
    unsent: new Set(),
  };
}
