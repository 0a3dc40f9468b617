import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { CaseId, NoteId, ProviderId } from '../base/ids.ts';
import type { Case } from '../cases/case.ts';
import { begun } from './new-note.ts';
import { mayBeOfVisit, noteTypeNames, type NoteType } from './note-types.ts';
import type { VisitNote } from './visit-note.ts';

/** A note that belongs to a case without a visit, or is added to another note. */
export const NewNote = z.strictObject({
  NoteId,
  CaseId,
  NoteType: z.enum(['addendum', 'communication']),
  NoteDate: DateString,
  /** The signed note that an addendum is added to. */
  ParentNoteId: NoteId.nullable(),
});
export type NewNote = z.output<typeof NewNote>;

/** The note as it begins, of the visit of its parent; `by` is the provider who writes it, if any. */
export function noteOfCase(
  of: NewNote,
  { PatientId, FacilityId }: Pick<Case, 'PatientId' | 'FacilityId'>,
  parent: VisitNote | null,
  by: string | null,
): Omit<VisitNote, 'updated_at'> {
  return {
    ...begun,
    ...of,
    VisitId: parent?.VisitId ?? null,
    PatientId,
    FacilityId: parent?.FacilityId ?? FacilityId,
    ProviderId: by === null ? null : ProviderId.parse(by),
  };
}

/** Why a note cannot begin beside its parent, or null: an addendum has a signed one, other kinds have none. */
export function newNoteRefusal(
  of: Pick<NewNote, 'NoteType' | 'CaseId'>,
  parent: VisitNote | null | undefined,
): string | null {
  if (of.NoteType !== 'addendum') return parent === null ? null : 'Only an addendum is added to another note.';
  if (!parent) return 'The note to add to was not found.';
  if (parent.CaseId !== of.CaseId) return 'The note to add to belongs to another case.';
  if (parent.NoteType === 'addendum') return 'Add to the note itself, not to its addendum.';
  return parent.signedAt === null ? 'This note is not signed yet. Change the note itself.' : null;
}

/**
 * Why a note does not become one of another kind, or null: that of a visit is of a kind that visits have, and what was added
 * to it or stands in its case alone stays what it began as. Each kind is signed by rules of its own.
 */
export function otherKindRefusal(
  { NoteId: id, VisitId, NoteType: kind }: Pick<VisitNote, 'NoteId' | 'VisitId' | 'NoteType'>,
  changes: Readonly<Record<string, unknown>>,
): string | null {
  const next = (changes['NoteType'] ?? kind) as NoteType;
  if (next === kind) return null;
  const stays = `${noteTypeNames[kind]}: this note can’t become another kind of note.`;
  if (id !== String(VisitId)) return stays;
  return mayBeOfVisit(next) ? null : `${noteTypeNames[next]}: the note of a visit can’t become this kind of note.`;
}
