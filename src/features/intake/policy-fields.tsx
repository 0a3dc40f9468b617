import { Button, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { InsuranceId, type PatientId } from '#contract/base/ids.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { relationships } from '#contract/patients/insurance.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readAll } from '#local/reads/reads.ts';
import { newId } from '#local/store/new-id.ts';
import { call } from '#shared/api.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { holderRefusals, policyOf, type PolicyValues } from './policy-values.ts';
import classes from './insurance-review.module.css';

type Props = {
  entered: InsuranceToReview;
  PatientId: PatientId;
  values: PolicyValues;
  onChange: (changes: Partial<PolicyValues>) => void;
  isOnline: boolean;
  /** It is decided, by this person or another. */
  onDone: () => void;
};

const places = [
  { value: '1', label: 'Primary' },
  { value: '2', label: 'Secondary' },
  { value: '3', label: 'Tertiary' },
];
const relationshipOptions = Object.entries(relationships).map(([value, label]) => ({ value, label }));

/** The policy to make of what the patient sent, as staff reads it from the card. */
export function PolicyFields({ entered, PatientId, values, onChange: change, isOnline, onDone }: Props) {
  const payers = useLiveValue(() => readAll('payers'), []) ?? [];
  const patient = useLiveValue(() => readPatient(PatientId), [PatientId]);
  const today = useClinicToday();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  // One id for one policy, however often it is sent.
  const [id] = useState(() => InsuranceId.parse(newId()));
  const input = (key: 'MemberId' | 'GroupNumber' | 'FirstName' | 'LastName', label: string) => (
    <TextInput
      label={label}
      maxLength={key === 'FirstName' || key === 'LastName' ? 60 : 40}
      autoComplete="off"
      value={values[key]}
      error={errors[key]}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
    />
  );

  async function accept(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = holderRefusals(values, patient ?? null, today);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const policy = policyOf(values, patient ?? null);
      await call('intake.acceptInsurance', { ...policy, IntakeId: entered.IntakeId, InsuranceId: id });
      toastDone('The policy is added to the chart. Add it to a case to bill it.');
      onDone();
    } catch (cause) {
      if (cause instanceof AppError && cause.fields) setErrors(cause.fields);
      toastFailure(cause, 'The policy could not be added. Nothing was changed.');
      if (cause instanceof AppError && cause.kind === 'conflict') onDone();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.fields} noValidate onSubmit={(event) => void accept(event)}>
      <Select
        label="Payer"
        searchable
        limit={50}
        data={payers.map((payer) => ({ value: payer.PayerId as string, label: payer.Name }))}
        value={values.PayerId}
        error={errors['PayerId']}
        onChange={(PayerId) => change({ PayerId })}
      />
      <Select
        label="Place"
        allowDeselect={false}
        data={places}
        value={values.Priority}
        error={errors['Priority']}
        onChange={(next) => change({ Priority: next ?? '1' })}
      />
      {input('MemberId', 'Member ID')}
      {input('GroupNumber', 'Group number')}
      <Select
        label="Patient is"
        allowDeselect={false}
        data={relationshipOptions}
        value={values.Relationship}
        error={errors['Relationship']}
        onChange={(next) => change({ Relationship: (next ?? '18') as PolicyValues['Relationship'] })}
      />
      {values.Relationship !== '18' && (
        <>
          {input('FirstName', 'Policy holder’s first name')}
          {input('LastName', 'Policy holder’s last name')}
          <DateField
            label="Policy holder’s birth date"
            today={today}
            value={values.DateOfBirth}
            error={errors['DateOfBirth'] ?? errors['Subscriber.DateOfBirth'] ?? null}
            onChange={(DateOfBirth) => change({ DateOfBirth })}
            onRefused={(DateOfBirth) => change({ DateOfBirth })}
          />
          <Select
            label="Policy holder’s sex"
            allowDeselect={false}
            data={[
              { value: 'F', label: 'Female' },
              { value: 'M', label: 'Male' },
              { value: 'U', label: 'Unknown' },
            ]}
            value={values.Sex}
            onChange={(next) => change({ Sex: (next ?? 'U') as PolicyValues['Sex'] })}
          />
          <p className={classes.quiet}>The policy holder gets the patient’s address.</p>
        </>
      )}
      <Button type="submit" disabled={!isOnline} loading={isBusy}>
        Accept
      </Button>
    </form>
  );
}
