import { Button, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { Patient } from '#contract/patients/patient.ts';
import { queueWrite } from '#local/outbox.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { focusFirstError } from './new-patient-drawer.tsx';
import { changesOf, formOf, PatientForm, type PatientFormValues } from './patient-form.ts';
import { PatientFields } from './patient-fields.tsx';

type Props = { patient: Patient; opened: boolean; onClose: () => void };

/** Contact and personal data; only what was changed is sent, with what it was before. */
export function EditPatientDrawer({ patient, opened, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title="Edit patient"
      size={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="edit-patient">
            Save
          </Button>
        </>
      }
    >
      {opened && <EditForm patient={patient} onSaved={onClose} />}
    </SideDrawer>
  );
}

function EditForm({ patient, onSaved }: { patient: Patient; onSaved: () => void }) {
  const form = useForm<PatientFormValues>({
    initialValues: formOf(patient),
    validate: schemaResolver(PatientForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });

  async function save(values: PatientFormValues) {
    const { id, changes, base } = changesOf(patient, values);
    if (Object.keys(changes).length > 0) {
      try {
        await queueWrite('patients.update', { id, changes }, base);
      } catch (error) {
        toastNegative(error instanceof Error ? error.message : 'The changes could not be saved on this device.');
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
