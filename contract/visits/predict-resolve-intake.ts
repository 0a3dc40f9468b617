import { predictionOf } from '../prediction.ts';
import { visitEndpoints } from './endpoints.ts';
import { acceptedAnswers } from './intake-answers.ts';

export const predictResolveIntake = predictionOf(visitEndpoints.resolveIntake.input, {
  reads: ({ id }) => [{ entity: 'visits', key: id }],
  more({ id }, rows) {
    const visit = rows.get('visits', id);
    return visit ? [{ entity: 'patients', key: visit.PatientId }] : [];
  },
  apply(rows, { id, accept }) {
    const visit = rows.get('visits', id);
    if (!visit) return;
    const patient = rows.get('patients', visit.PatientId);
    if (patient) rows.put('patients', { ...patient, ...acceptedAnswers(visit, accept) });
    rows.put('visits', { ...visit, intakeConflict: [] });
  },
});
