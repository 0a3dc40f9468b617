import { predictionOf } from '../prediction.ts';
import { flowsheetEndpoints } from './endpoints.ts';
import { withCells } from './merge-cells.ts';

/** Cells as they were typed, in the column of their visit; a signed note's column stays. */
export const predictSaveCells = predictionOf(flowsheetEndpoints.save.input, {
  reads: ({ id }) => [
    { entity: 'visits', key: id },
    { entity: 'visitNotes', key: id },
    { entity: 'visitExercises', key: id },
  ],
  apply(rows, { id, cells }, { madeAt }) {
    const visit = rows.get('visits', id);
    if (!visit || rows.get('visitNotes', id)?.signedAt) return;
    const before = rows.get('visitExercises', id);
    const { VisitId, CaseId, PatientId, FacilityId } = visit;
    const Cells = withCells(before?.Cells ?? {}, cells);
    rows.put('visitExercises', { VisitId, CaseId, PatientId, FacilityId, updated_at: madeAt, ...before, Cells });
  },
});
