import { definedFields } from '../base/defined-fields.ts';
import { predictionOf } from '../prediction.ts';
import { documentationEndpoints } from './endpoints.ts';
import { newNote } from './new-note.ts';

export const predictSave = predictionOf(documentationEndpoints.save.input, {
  reads: ({ VisitId }) => [
    { entity: 'visits', key: VisitId },
    { entity: 'visitNotes', key: VisitId },
  ],
  apply(rows, { VisitId, changes }, call) {
    const visit = rows.get('visits', VisitId);
    if (!visit) return;
    const note = rows.get('visitNotes', VisitId) ?? { ...newNote(visit), updated_at: call.madeAt };
    if (note.signedAt) return;
    rows.put('visitNotes', { ...note, ...definedFields(changes) });
  },
});
