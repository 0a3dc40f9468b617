import { definedFields } from '../base/defined-fields.ts';
import { predictionOf } from '../prediction.ts';
import { patientEndpoints } from './endpoints.ts';

export const predictUpdate = predictionOf(patientEndpoints.update.input, {
  reads: ({ id }) => [{ entity: 'patients', key: id }],
  apply(rows, { id, changes }) {
    const patient = rows.get('patients', id);
    if (patient) rows.put('patients', { ...patient, ...definedFields(changes) });
  },
});
