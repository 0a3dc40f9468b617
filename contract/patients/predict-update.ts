import { definedFields } from '../base/defined-fields.ts';
import { predictionOf } from '../prediction.ts';
import { patientEndpoints } from './endpoints.ts';
import { mergedFields } from './merged-fields.ts';

export const predictUpdate = predictionOf(patientEndpoints.update.input, {
  reads: ({ id }) => [{ entity: 'patients', key: id }],
  apply(rows, { id, changes }, { base }) {
    const patient = rows.get('patients', id);
    if (patient) rows.put('patients', { ...patient, ...mergedFields(patient, definedFields(changes), base ?? {}) });
  },
});
