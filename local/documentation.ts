import type { PatientId, VisitId } from '#contract/base/ids.ts';
import { NoteChanges, type VisitNote } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { parkedCalls } from './outbox.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';
import { earlierVisitsOfCase } from './visits.ts';

export type NoteLine = { note: VisitNote; visit: Visit };

export function noteOfVisit(VisitId: VisitId): Promise<VisitNote | undefined> {
  return readRow('visitNotes', VisitId);
}

/** The note before this visit in its case, with the visit it belongs to. */
export async function previousNote(visit: Visit): Promise<NoteLine | undefined> {
  const earlier = await earlierVisitsOfCase(visit.CaseId, visit.Start);
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: visit.CaseId });
  for (const candidate of earlier) {
    const note = notes.find((each) => each.VisitId === candidate.VisitId);
    if (note && hasText(note)) return { note, visit: candidate };
  }
  return undefined;
}

/** Every note of a patient, newest visit first. */
export async function notesOfPatient(PatientId: PatientId): Promise<NoteLine[]> {
  const notes = await readWhere('visitNotes', { index: 'PatientId', equals: PatientId });
  const visits = await readRows(
    'visits',
    notes.map((note) => note.VisitId),
  );
  const byId = new Map(visits.map((visit) => [visit.VisitId, visit]));
  return notes
    .flatMap((note) => {
      const visit = byId.get(note.VisitId);
      return visit ? [{ note, visit }] : [];
    })
    .toSorted((a, b) => b.visit.Start.localeCompare(a.visit.Start));
}

function hasText(note: VisitNote): boolean {
  return Boolean(note.Subjective || note.Objective || note.Assessment || note.Plan);
}

/** Everybody who may have signed a note. */
export function readProviders(): Promise<Provider[]> {
  return readAll('providers');
}

export type RefusedSave = { mid: number; reason: string | null; changes: NoteChanges };

/** Saves of a visit's note that the server refused for good and a person has not decided yet. */
export async function refusedNoteSaves(VisitId: VisitId): Promise<RefusedSave[]> {
  const parked = await parkedCalls();
  return parked
    .filter((call) => call.name === 'documentation.save' && call.input['VisitId'] === VisitId)
    .map(({ mid, reason, input }) => ({ mid, reason, changes: NoteChanges.parse(input['changes']) }));
}
