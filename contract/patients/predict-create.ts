import { predictionOf } from '../prediction.ts';
import { consentOf } from './consent.ts';
import { patientEndpoints } from './endpoints.ts';

/** The person behind the patient is the server's to find; until then the patient's own id stands in for it. */
export const predictCreate = predictionOf(patientEndpoints.create.input, {
  reads: ({ patient }) => [{ entity: 'patients', key: patient.PatientId }],
  apply(rows, { patient, insurances }, { madeAt }) {
    if (rows.get('patients', patient.PatientId)) return;
    const { PatientId } = patient;
    rows.put('patients', {
      ...patient,
      MessageConsent: consentOf(patient),
      PersonId: PatientId,
      Type: 'P',
      DeathDate: null,
      created_at: madeAt,
      updated_at: madeAt,
    });
    for (const insurance of insurances) rows.put('insurances', { ...insurance, PatientId, updated_at: madeAt });
  },
});
