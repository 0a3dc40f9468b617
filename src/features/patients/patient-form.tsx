import { Stack } from '@mantine/core';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import { patientRecord } from '#contract/patients/patient.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { PatientFields } from './patient-fields.tsx';

type Here = { today: string };

/** Nobody is born after the clinic's today. */
export function bornBy({ DateOfBirth }: { DateOfBirth: string }, { today }: Here) {
  return { DateOfBirth: birthDateRefusal(DateOfBirth, today) ?? undefined };
}

export const patientForm = recordForm(patientRecord, {
  known: () => Promise.resolve({}),
  start: () => ({}),
  refuses: bornBy,
  Layout: ({ Field, values }) => (
    <Stack gap="sm">
      <PatientFields Field={Field} values={values} />
    </Stack>
  ),
});
