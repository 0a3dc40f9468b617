import { Button, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { FacilityId, InsuranceId, PatientId, PayerId } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { activePayers } from '#local/reads/patients.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import type { DraftForm } from '#shared/autosave/draft-form.ts';
import { useIsSubmitting, useDraftForm, useDraftValues } from '#shared/autosave/use-draft-form.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { InsuranceFields, noInsurance, type TypedInsurance } from './insurance-fields.tsx';
import { emptyForm, fieldsOf, patientFormOn, type PatientFormValues } from './patient-form.ts';
import { PatientFields } from './patient-fields.tsx';

type Props = {
  opened: boolean;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen?: () => void;
  onClose: () => void;
  onCreated: (id: PatientId) => void;
};
type Typed = { patient: PatientFormValues; insurance: TypedInsurance };

/** A new patient, saved on this device at once, with or without the network. */
export function NewPatientDrawer({ opened, onReopen, onClose, onCreated }: Props) {
  const kept = useDraftForm<Typed>(unsavedKey.newPatient(), () => onReopen?.());
  const isSubmitting = useIsSubmitting(kept);
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useDiscard(isDirty, () => {
    kept.drop();
    onClose();
  });
  return (
    <>
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title="New patient"
        size={520}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="new-patient" loading={isSubmitting}>
              Create patient
            </Button>
          </>
        }
      >
        {opened && <NewPatientForm kept={kept} onDirty={setDirty} onCreated={onCreated} />}
      </SideDrawer>
      {question}
    </>
  );
}

type FormProps = {
  kept: DraftForm<Typed>;
  onDirty: (isDirty: boolean) => void;
  onCreated: (id: PatientId) => void;
};

function NewPatientForm({ kept, onDirty, onCreated }: FormProps) {
  const [preferences] = usePreferences();
  const payers = useLiveValue(activePayers, []) ?? [];
  const [insurance, setInsurance] = useState(noInsurance);
  const form = useForm<PatientFormValues>({
    initialValues: emptyForm,
    validate: schemaResolver(patientFormOn(useClinicToday()), { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  const isDirty = useDraftValues(kept, { patient: form.values, insurance }, (left) => {
    form.setValues(left.patient);
    setInsurance(left.insurance);
  });
  useReportDirty(isDirty, onDirty);

  async function create(values: PatientFormValues) {
    const id = PatientId.parse(newId());
    const payer = PayerId.safeParse(insurance.PayerId).data;
    try {
      const created: InputOf<'patients.create'> = {
        patient: {
          ...fieldsOf(values),
          PatientId: id,
          FacilityId: preferences.facilityId ? FacilityId.parse(preferences.facilityId) : null,
        },
        insurances: payer ? [insuranceOf(payer, insurance)] : [],
      };
      if (!(await kept.submit((draft) => queueWrite('patients.create', created, {}, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(withoutPrefix(error.fields));
      toastFailure(error, 'The patient could not be saved on this device.');
      return;
    }
    kept.drop();
    toastDone('Patient created.');
    onCreated(id);
  }

  return (
    <form id="new-patient" noValidate onSubmit={form.onSubmit((values) => void create(values), focusFirstError)}>
      <Stack gap="sm">
        <PatientFields form={form} />
        <InsuranceFields payers={payers} value={insurance} onChange={setInsurance} />
      </Stack>
    </form>
  );
}

function insuranceOf(payer: PayerId, typed: TypedInsurance) {
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
export function withoutPrefix(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [path.replace(/^(patient|changes)\./, ''), sentence]),
  );
}
