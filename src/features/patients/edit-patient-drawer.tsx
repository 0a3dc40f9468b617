import { Button, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { consentOf } from '#contract/patients/consent.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import type { DraftForm } from '#shared/autosave/draft-form.ts';
import { useDraftForm, useDraftValues } from '#shared/autosave/use-draft-form.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { draftOver, leftOver, type DraftOver } from '#shared/form-changes.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { changesOf, formOf, patientFormOn, type PatientFormValues } from './patient-form.ts';
import { PatientFields } from './patient-fields.tsx';

type Props = {
  patient: Patient;
  opened: boolean;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen?: () => void;
  onClose: () => void;
};

type Draft = DraftOver<PatientFormValues, Patient> | Partial<PatientFormValues>;

/** Contact and personal data; only what was changed is sent, with what it was before. */
export function EditPatientDrawer({ patient, opened, onReopen, onClose }: Props) {
  const kept = useDraftForm<Draft>(unsavedKey.patient(patient.PatientId), () => onReopen?.());
  function close(): void {
    kept.drop();
    onClose();
  }
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useDiscard(isDirty, close);
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title="Edit patient"
        size={520}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="edit-patient">
              Save
            </Button>
          </>
        }
      >
        {opened && <EditForm kept={kept} patient={patient} onDirty={setDirty} onSaved={close} />}
      </SideDrawer>
      {question}
    </>
  );
}

type FormProps = {
  kept: DraftForm<Draft>;
  patient: Patient;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
};

function EditForm({ kept, patient, onDirty, onSaved }: FormProps) {
  const form = useForm<PatientFormValues>({
    initialValues: formOf(patient),
    validate: schemaResolver(patientFormOn(useClinicToday()), { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  // What the form began with: what others change meanwhile is not changed here.
  const [opened, setOpened] = useState<Patient>(() => ({ ...patient, MessageConsent: consentOf(patient) }));
  const before = useMemo(() => formOf(opened), [opened]);
  // Only what was typed and over what: the other fields may have changed elsewhere until the form is opened again.
  const isDirty = useDraftValues<Draft>(kept, draftOver(before, form.values, opened), (left) => {
    const { typed, over } = leftOver<PatientFormValues, Patient>(left);
    setOpened((now) => ({ ...now, ...over }));
    form.setValues(typed);
  });
  useReportDirty(isDirty, onDirty);

  async function save(values: PatientFormValues) {
    const { id, changes, base } = changesOf(opened, values);
    if (Object.keys(changes).length > 0) {
      try {
        if (!(await kept.submit((draft) => queueWrite('patients.update', { id, changes }, base, draft)))) return;
      } catch (error) {
        toastFailure(error, 'The changes could not be saved on this device.');
        return;
      }
      toastDone('Saved.');
    }
    onSaved();
  }

  return (
    <form id="edit-patient" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="sm">
        <PatientFields form={form} />
      </Stack>
    </form>
  );
}
