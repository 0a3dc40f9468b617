import { PatientId, PayerId } from '../base/ids.ts';
import { line, maybe, ref } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { patientFields, patientRefusals, tidyPatient } from './patient.ts';

type Sent = { patient: object; insurances: object[] };

/** A patient with the policy that pays first; no payer is no policy. */
export const newPatientRecord = record({
  name: 'new-patient',
  noun: 'patient',
  entity: 'patients',
  feature: 'patients',
  path: '/patients',
  id: { PatientId },
  parent: null,
  may: { all: ['edit patients'] },
  calls: { create: 'patients.create' },
  fields: {
    ...patientFields,
    PayerId: maybe(ref('Primary insurance', PayerId, { to: 'payers' })),
    MemberId: maybe(line('Member ID', 40)),
    GroupNumber: maybe(line('Group number', 40)),
  },
  check: patientRefusals,
  tidy: tidyPatient,
  typedIn(input) {
    const { patient, insurances } = input as Sent;
    return { ...insurances[0], ...patient };
  },
});
