import { Button, Select, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { FacilityId, InsuranceId, PatientId, PayerId } from '#contract/base/ids.ts';
import { newId } from '#local/new-id.ts';
import { queueWrite } from '#local/outbox.ts';
import { activePayers } from '#local/patients.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { emptyForm, fieldsOf, PatientForm, type PatientFormValues } from './patient-form.ts';
import { PatientFields } from './patient-fields.tsx';

type Props = { opened: boolean; onClose: () => void; onCreated: (id: PatientId) => void };
const noInsurance = { PayerId: null as string | null, MemberId: '', GroupNumber: '' };

/** A new patient, saved on this device at once, with or without the network. */
export function NewPatientDrawer({ opened, onClose, onCreated }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title="New patient"
      size={520}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-patient">
            Create patient
          </Button>
        </>
      }
    >
      {opened && <NewPatientForm onCreated={onCreated} />}
    </SideDrawer>
  );
}

function NewPatientForm({ onCreated }: { onCreated: (id: PatientId) => void }) {
  const [preferences] = usePreferences();
  const payers = useLiveValue(activePayers, []) ?? [];
  const [insurance, setInsurance] = useState(noInsurance);
  const form = useForm<PatientFormValues>({
    initialValues: emptyForm,
    validate: schemaResolver(PatientForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });

  async function create(values: PatientFormValues) {
    const id = PatientId.parse(newId());
    const payer = PayerId.safeParse(insurance.PayerId).data;
    try {
      await queueWrite('patients.create', {
        patient: {
          ...fieldsOf(values),
          PatientId: id,
          FacilityId: preferences.facilityId ? FacilityId.parse(preferences.facilityId) : null,
        },
        insurances: payer ? [insuranceOf(payer, insurance)] : [],
      });
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(withoutPrefix(error.fields));
      toastNegative(error instanceof Error ? error.message : 'The patient could not be saved on this device.');
      return;
    }
    toastDone('Patient created.');
    onCreated(id);
  }

  return (
    <form id="new-patient" noValidate onSubmit={form.onSubmit((values) => void create(values), focusFirstError)}>
      <Stack gap="sm">
        <PatientFields form={form} />
        <Select
          label="Primary insurance"
          description="Leave empty when the patient pays. The patient is the policy holder."
          placeholder="None"
          data={payers
            .filter((payer) => payer.Kind !== 'selfPay')
            .map((payer) => ({ value: payer.PayerId, label: payer.Name }))}
          value={insurance.PayerId}
          onChange={(PayerId) => setInsurance({ ...insurance, PayerId })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'No insurance' }}
        />
        {insurance.PayerId && (
          <>
            <TextInput
              label="Member id"
              value={insurance.MemberId}
              maxLength={40}
              onChange={(event) => setInsurance({ ...insurance, MemberId: event.currentTarget.value })}
            />
            <TextInput
              label="Group number"
              value={insurance.GroupNumber}
              maxLength={40}
              onChange={(event) => setInsurance({ ...insurance, GroupNumber: event.currentTarget.value })}
            />
          </>
        )}
      </Stack>
    </form>
  );
}

function insuranceOf(payer: PayerId, typed: typeof noInsurance) {
  return {
    InsuranceId: InsuranceId.parse(newId()),
    PayerId: payer,
    Priority: 1,
    MemberId: typed.MemberId.trim() || null,
    GroupNumber: typed.GroupNumber.trim() || null,
    Relationship: '18' as const,
    Subscriber: null,
    StartDate: null,
    EndDate: null,
  };
}

/** `patient.Email` of the call is `Email` of the form. */
function withoutPrefix(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [path.replace(/^(patient|changes)\./, ''), sentence]),
  );
}

/** The first field in error takes focus (ui.md). */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus());
}
