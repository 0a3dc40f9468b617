import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { patientsIn } from '../base/patients-in.ts';
import { InsuranceId, PatientId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { Case } from '../cases/case.ts';
import { Insurance, InsuranceFields } from './insurance.ts';
import { Patient, PatientFields, patientRecord } from './patient.ts';

export const PatientChart = z.object({ patient: Patient, insurances: z.array(Insurance), cases: z.array(Case) });

export const patientEndpoints = {
  list: {
    call: 'GET /patients',
    access: {},
    chartOf: { reply: patientsIn, at: 'patient search' },
    summary: 'Lists patients by name, phone or birth date, 50 per page.',
    input: z.strictObject({ q: Text(80).optional(), after: z.string().max(200).optional() }),
    reply: z.object({ patients: z.array(Patient), after: z.string().nullable() }),
  },
  get: {
    call: 'GET /patients/:id',
    access: {},
    chartOf: { patient: 'id' },
    summary: 'Returns one patient with insurance and cases.',
    input: z.strictObject({ id: PatientId }),
    reply: PatientChart,
  },
  create: {
    call: 'POST /patients',
    access: { all: ['edit patients'] },
    queueable: true,
    chartOf: { reply: ({ patient }: { patient: Patient }) => [patient.PatientId] },
    summary: 'Creates a patient with insurance. The client sets the IDs.',
    input: z.strictObject({
      patient: z.strictObject({ ...PatientFields.shape, PatientId }),
      insurances: z.array(z.strictObject({ ...InsuranceFields.shape, InsuranceId })).max(3),
    }),
    reply: PatientChart,
  },
  update: {
    call: 'PUT /patients/:id',
    access: { all: ['edit patients'] },
    queueable: true,
    chartOf: { patient: 'id' },
    summary: 'Changes some fields of a patient. For contact data, the last change wins.',
    input: patientRecord.Change,
    reply: z.object({ patient: Patient }),
  },
} as const satisfies EndpointTable;
