import { fail } from '#contract/base/errors.ts';
import type { Case } from '#contract/cases/case.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readCase } from '#server/features/patients/store.ts';
import { holdNote, lockVisit } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { readNoteLine } from './store.ts';

/** What a note stands in, held until the transaction ends; `note` is missing while nothing is written of a visit. */
export type Held = { note: VisitNote | undefined; visit: Visit | null; of: Case };
export type HeldNote = Held & { note: VisitNote };

const noNote = 'This note was not found, or you can’t see it.';
const noVisit = 'This visit was not found, or you can’t see it.';

/** The visit and then its note, if something is written of it yet. */
export async function holdOfVisit(tx: Tx, VisitId: string): Promise<Held> {
  const visit = await lockVisit(tx, VisitId);
  if (!visit) fail('not-found', noVisit);
  return { note: await holdNote(tx, VisitId), visit, of: await caseOf(tx, visit.CaseId) };
}

/** A note by its own id, with its visit where it has one. */
export async function holdById(tx: Tx, NoteId: string): Promise<HeldNote> {
  const line = await readNoteLine(tx, NoteId);
  if (!line) fail('not-found', noNote);
  const visit = line.VisitId === null ? null : ((await lockVisit(tx, line.VisitId)) ?? fail('not-found', noVisit));
  const note = (await holdNote(tx, NoteId)) ?? fail('not-found', noNote);
  return { note, visit, of: await caseOf(tx, line.CaseId) };
}

async function caseOf(tx: Tx, CaseId: string): Promise<Case> {
  return (await readCase(tx, CaseId)) ?? fail('not-found', 'This case was not found, or you can’t see it.');
}

/** Whose note it is: that of the provider of its visit, or of who began it. */
export function ownerOf({ visit, note }: Held): string | null {
  return visit?.ProviderId ?? note?.ProviderId ?? null;
}
