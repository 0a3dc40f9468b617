import { Stack } from '@mantine/core';
import type { PatientId } from '#contract/base/ids.ts';
import { subjectNote } from '#contract/subject-notes/subject-note.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { readPatient } from '#local/reads/patients.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const subjectNoteForm = recordForm(subjectNote, {
  async known(parent) {
    const patient = await readPatient(parent as PatientId);
    return patient && { id: patient.PatientId, cases: await casesOfPatient(patient.PatientId) };
  },
  start: ({ id }) => ({ SubjectType: 'patient', SubjectId: id }),
  Layout({ Field, known: { id, cases } }) {
    const about = [
      { value: String(id), label: 'Patient' },
      ...cases.map(({ CaseId, Title, DischargedAt }) => ({
        value: String(CaseId),
        label: DischargedAt === null ? `Case: ${Title}` : `Case: ${Title} (discharged)`,
      })),
    ];
    return (
      <Stack gap="sm">
        <Field
          of="SubjectId"
          options={about}
          sets={(chosen) => ({ SubjectType: chosen === id ? 'patient' : 'case' })}
        />
        <Field of="Text" hasFocus />
        <Field of="IsPinned" />
        <Field of="IsAlert" description="Shown next to the patient’s name, and when a visit is booked or opened." />
        <Field of="ExpiresOn" description="The last day this note is shown. Leave empty to keep it." />
      </Stack>
    );
  },
});
