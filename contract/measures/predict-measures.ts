import { documentationEndpoints } from '../documentation/endpoints.ts';
import { predictionOf } from '../prediction.ts';
import { changedMeasures } from './case-measures.ts';

export const predictSaveMeasures = predictionOf(documentationEndpoints.saveMeasures.input, {
  reads: ({ id }) => [
    { entity: 'cases', key: id },
    { entity: 'caseEvalMeasurements', index: 'CaseId', value: id },
  ],
  apply(rows, { id, add, remove }, call) {
    const of = rows.get('cases', id);
    if (!of) return;
    const mine = rows.where('caseEvalMeasurements', 'CaseId', id);
    const { added, removed } = changedMeasures(mine, add, remove);
    const { CaseId, PatientId } = of;
    for (const one of added) {
      rows.put('caseEvalMeasurements', { ...one, CaseId, PatientId, deleted_at: null, updated_at: call.madeAt });
    }
    for (const row of mine) {
      if (removed.includes(row.CaseEvalMeasurementId))
        rows.put('caseEvalMeasurements', { ...row, deleted_at: call.madeAt });
    }
  },
});
