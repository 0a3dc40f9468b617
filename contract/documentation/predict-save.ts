import { NoteId } from '../base/ids.ts';
import { keptForAlert } from '../outcomes/needs-alert.ts';
import { predictionOf } from '../prediction.ts';
import { documentationEndpoints } from './endpoints.ts';
import { withOrigins } from './merge-note.ts';
import { newNote } from './new-note.ts';
import { withFields } from './note-field.ts';
import { newNoteRefusal, noteOfCase } from './note-of-case.ts';

export const predictSave = predictionOf(documentationEndpoints.save.input, {
  reads: ({ NoteId: id, VisitId }) => [
    ...(VisitId === null ? [] : [{ entity: 'visits' as const, key: VisitId }]),
    { entity: 'visitNotes', key: id ?? VisitId ?? '' },
  ],
  apply(rows, { NoteId: id, VisitId, changes }, call) {
    // Nothing else begins by itself.
    const isOfVisit = VisitId !== null && (id === undefined || id === String(VisitId));
    const visit = isOfVisit ? rows.get('visits', VisitId) : undefined;
    const begun = visit && { ...newNote(visit), updated_at: call.madeAt };
    const note = rows.get('visitNotes', id ?? VisitId ?? '') ?? begun;
    if (!note || note.signedAt) return;
    rows.put('visitNotes', withFields(note, withOrigins(changes)));
  },
});

export const predictCreateNote = predictionOf(documentationEndpoints.create.input, {
  reads: ({ NoteId: id, CaseId, ParentNoteId }) => [
    { entity: 'cases', key: CaseId },
    { entity: 'visitNotes', key: id },
    ...(ParentNoteId === null ? [] : [{ entity: 'visitNotes' as const, key: ParentNoteId }]),
  ],
  apply(rows, input, call) {
    const of = rows.get('cases', input.CaseId);
    const parent = input.ParentNoteId === null ? null : rows.get('visitNotes', input.ParentNoteId);
    if (!of || rows.get('visitNotes', input.NoteId) || newNoteRefusal(input, parent)) return;
    const note = noteOfCase(input, of, parent ?? null, call.ProviderId);
    rows.put('visitNotes', { ...note, updated_at: call.madeAt });
  },
});

export const predictRemoveNote = predictionOf(documentationEndpoints.remove.input, {
  reads: ({ id }) => [{ entity: 'visitNotes', key: id }],
  more: ({ id }, rows) => {
    const note = rows.get('visitNotes', NoteId.parse(id));
    return note ? [{ entity: 'outcomeResponses', index: 'CaseId', value: note.CaseId }] : [];
  },
  apply(rows, { id }) {
    const note = rows.get('visitNotes', NoteId.parse(id));
    if (!note || note.signedAt) return;
    const own = rows.where('outcomeResponses', 'CaseId', note.CaseId).filter((one) => one.NoteId === note.NoteId);
    if (keptForAlert(own) === null) rows.remove('visitNotes', id);
  },
});
