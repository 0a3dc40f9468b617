import { Button, Group, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { definedFields } from '#contract/base/defined-fields.ts';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { mergedFields } from '#contract/patients/merged-fields.ts';
import { Patient } from '#contract/patients/patient.ts';
import { newId } from '#local/store/new-id.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { resendCalls, type Again } from '#local/outbox/refused-calls.ts';
import { activePayers, readPatient } from '#local/reads/patients.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { useDraftForm, useDraftValues } from '#shared/autosave/use-draft-form.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { InsuranceFields, noInsurance, type TypedInsurance } from './insurance-fields.tsx';
import { withoutPrefix } from './new-patient-drawer.tsx';
import { changesOf, fieldsOf, formOf, patientFormOn, type PatientFormValues } from './patient-form.ts';
import { PatientFields } from './patient-fields.tsx';

type Props = { call: ParkedCall; onDone: () => void };

/** A refused new patient or change to one, as it was typed, to be corrected and sent again. */
export function ResendPatientForm({ call, onDone }: Props) {
  const id = call.name === 'patients.update' ? (call.input as InputOf<'patients.update'>).id : null;
  const live = useLive(() => (id ? readPatient(id as Patient['PatientId']) : Promise.resolve(undefined)), [id]);
  if (live.state === 'loading') return null;
  if (id === null) return <CreateForm call={call} onDone={onDone} />;
  const patient = (live.state === 'ready' ? live.value : undefined) ?? Patient.safeParse(call.current).data;
  if (patient) return <UpdateForm call={call} patient={patient} onDone={onDone} />;
  return (
    <EmptyState
      title="This patient is not on this device"
      action={
        <Button variant="default" onClick={onDone}>
          Back to Sync status
        </Button>
      }
    >
      The change is kept. You can send it again or discard it.
    </EmptyState>
  );
}

type Typed = { patient: PatientFormValues; insurance: TypedInsurance };

function CreateForm({ call, onDone }: Props) {
  const input = call.input as InputOf<'patients.create'>;
  const start: Typed = { patient: formOf(input.patient as Patient), insurance: insuranceIn(input) };
  return (
    <Form
      call={call}
      start={start}
      hasInsurance
      onDone={onDone}
      again={({ patient, insurance }) => ({
        input: {
          patient: { ...input.patient, ...fieldsOf(patient) },
          insurances: insurancesOf(input, insurance),
        },
      })}
    />
  );
}

function UpdateForm({ call, patient, onDone }: Props & { patient: Patient }) {
  const { changes } = call.input as InputOf<'patients.update'>;
  // Alerts others added meanwhile stand beside mine: what is taken out here is taken out on purpose.
  const mine = mergedFields(patient, definedFields(changes), call.base) as Partial<Patient>;
  const start: Typed = { patient: formOf({ ...patient, ...mine }), insurance: noInsurance };
  return (
    <Form
      call={call}
      start={start}
      hasInsurance={false}
      onDone={onDone}
      again={({ patient: typed }) => {
        const { id, changes: now, base } = changesOf(patient, typed);
        return Object.keys(now).length === 0 ? null : { input: { id, changes: now }, base };
      }}
    />
  );
}

type FormProps = Props & {
  start: Typed;
  hasInsurance: boolean;
  /** What is sent instead; null when the server holds all of it already. */
  again: (typed: Typed) => Omit<Again, 'mid'> | null;
};

function Form({ call, start, hasInsurance, again, onDone }: FormProps) {
  const kept = useDraftForm<Typed>(`form:resend:${call.mid}`, () => undefined);
  const payers = useLiveValue(activePayers, []) ?? [];
  const [insurance, setInsurance] = useState(start.insurance);
  const form = useForm<PatientFormValues>({
    initialValues: start.patient,
    validate: schemaResolver(patientFormOn(useClinicToday()), { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useDraftValues(kept, { patient: form.values, insurance }, (left) => {
    form.setValues(left.patient);
    setInsurance(left.insurance);
  });

  async function send(patient: PatientFormValues): Promise<void> {
    const changed = again({ patient, insurance });
    if (!changed) {
      toastNegative('The chart already has all of this. Change something, or discard the change.');
      return;
    }
    try {
      if (!(await kept.submit((draft) => resendCalls([{ mid: call.mid, ...changed }], draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(withoutPrefix(error.fields));
      toastFailure(error, 'This could not be saved on this device. It is kept.');
      return;
    }
    kept.drop();
    toastDone('Sent again.');
    onDone();
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void send(values), focusFirstError)}>
      <Stack gap="sm">
        <p role="note">{call.reason}</p>
        <PatientFields form={form} />
        {hasInsurance && <InsuranceFields payers={payers} value={insurance} onChange={setInsurance} />}
        <Group gap={8} justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              kept.drop();
              onDone();
            }}
          >
            Back
          </Button>
          <Button type="submit">Send again</Button>
        </Group>
      </Stack>
    </form>
  );
}

function insuranceIn({ insurances }: InputOf<'patients.create'>): TypedInsurance {
  const [first] = insurances;
  if (!first) return noInsurance;
  return { PayerId: first.PayerId, MemberId: first.MemberId ?? '', GroupNumber: first.GroupNumber ?? '' };
}

/** The first insurance as typed; what else was entered stays as it was. */
function insurancesOf({ insurances }: InputOf<'patients.create'>, typed: TypedInsurance) {
  const [first, ...rest] = insurances;
  if (!typed.PayerId) return rest;
  const start = first ?? {
    InsuranceId: newId(),
    Priority: 1,
    Relationship: '18' as const,
    Subscriber: null,
    StartDate: null,
    EndDate: null,
  };
  const MemberId = typed.MemberId.trim() || null;
  return [{ ...start, PayerId: typed.PayerId, MemberId, GroupNumber: typed.GroupNumber.trim() || null }, ...rest];
}
