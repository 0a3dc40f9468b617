import { Group, Stack } from '@mantine/core';
import type { PatientId } from '#contract/base/ids.ts';
import { typedGuarantor } from '#contract/guarantors/typed-guarantor.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import { readPatient } from '#local/reads/patients.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const patientGuarantorForm = recordForm(typedGuarantor, {
  async known(parent) {
    return readPatient(parent as PatientId);
  },
  start: (_patient, { today }) => ({
    Relationship: 'parent',
    IsProxy: false,
    IsForAdult: false,
    From: today,
  }),
  refuses: ({ DateOfBirth }, { today }) => ({ DateOfBirth: birthDateRefusal(DateOfBirth, today) ?? undefined }),
  Layout({ Field }) {
    return (
      <Stack gap="sm">
        <Group grow align="flex-start">
          <Field of="FirstName" hasFocus />
          <Field of="LastName" />
        </Group>
        <Field of="DateOfBirth" isPast description="Asked for when this person logs in." />
        <Field of="Email" />
        <Field of="Phone" description="Login codes go to this email or phone." />
        <Field of="Relationship" />
        <Field
          of="IsProxy"
          description="Sees visits and forms, and answers for the patient. Otherwise this person can only pay bills."
        />
        <Field of="IsForAdult" description="Check the papers first. For a minor it ends at age 18." />
        <Group grow align="flex-start">
          <Field of="From" />
          <Field of="Until" />
        </Group>
      </Stack>
    );
  },
});
