import { lazy } from 'react';
import type { Patient } from '#contract/patients/patient.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readPatient } from '#local/reads/patients.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { spoken } from '#shared/call-words.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';
import { changesOf, shown } from '#sync/field-words.ts';

const ResendForm = lazy(() =>
  import('./resend-patient-form.tsx').then((file) => ({ default: file.ResendPatientForm })),
);

export const patientViews = {
  'patients.create': { title: 'New patient', diff: newPatientDiff, ResendForm },
  'patients.update': { title: 'Changes to a patient', diff: patientDiff, ResendForm },
} satisfies Partial<ConflictViews>;

async function patientDiff(call: ParkedCall): Promise<FieldDiff[]> {
  return changesOf(call, await readPatient(call.input['id'] as Patient['PatientId'])).map(lineOf);
}

function newPatientDiff({ input, current }: ParkedCall): FieldDiff[] {
  const mine = input['patient'] as Partial<Patient>;
  const there = (current ?? {}) as Partial<Patient>;
  const fields = ['LastName', 'FirstName', 'DateOfBirth', 'Phone'] as const;
  return fields.map((field) => lineOf({ field, mine: mine[field], now: there[field] }));
}

function lineOf({ field, mine, now }: ReturnType<typeof changesOf>[number]): FieldDiff {
  return { name: spoken(field), mine: shown(field, mine), now: shown(field, now) };
}
