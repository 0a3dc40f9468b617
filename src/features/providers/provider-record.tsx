import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAssistant, NotesPermission, providerName, Provider, providerTypes } from '#contract/providers/provider.ts';
import { readAll } from '#local/reads/reads.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { changedFields } from '#shared/form-changes.ts';
import { facilityOptions } from '#shared/facility-options.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import { LicenceFields, PayerNotesFields, TimeOffFields } from './list-fields.tsx';
import { atOnceProblem, fieldsOf, firstProblem, npiProblem, valuesOf, type ProviderValues } from './provider-form.ts';
import { notesOptions } from './provider-words.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import classes from './providers.module.css';

type Props = { provider: Provider; isOnline: boolean; onSaved: (saved: Provider) => void };

/** A provider record: licences, schedule, notes permission, time off (spec 3). */
export function ProviderRecord({ provider, isOnline, onSaved }: Props) {
  const { TimeZone } = useWebsite();
  const [opened] = useState(() => valuesOf(provider));
  const kept = useDraftOver(unsavedKey.at('provider', pageOf(provider)), opened, { read: readTyped, nowOf });
  const { before, values, setValues, isDirty } = kept;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const put = (changes: Partial<ProviderValues>) => setValues((now) => ({ ...now, ...changes }));

  async function save(): Promise<void> {
    const problem = firstProblem(values, TimeZone);
    setRefusal(problem);
    if (problem !== null) return;
    setBusy(true);
    try {
      const { changes, base } = changedFields(fieldsOf(before), fieldsOf(values));
      const saved = await call('providers.update', { id: provider.ProviderId, ...changes, base });
      kept.drop();
      toastDone('The provider record is saved.');
      onSaved(saved);
    } catch (cause) {
      if (kept.meet(cause)) return;
      setRefusal(cause instanceof Error ? cause.message : 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.sections}>
      {kept.refusal}
      <Fields provider={provider} values={values} put={put} />
      {refusal !== null && (
        <p className={classes.error} role="alert">
          {refusal}
        </p>
      )}
      {isDirty && (
        <div className={part.buttons}>
          <Button disabled={!isOnline} loading={isBusy} onClick={() => void save()}>
            Save provider record
          </Button>
          <Button variant="default" onClick={kept.undo}>
            Undo changes
          </Button>
        </div>
      )}
    </div>
  );
}

function nowOf(current: unknown): ProviderValues | null {
  const { data } = Provider.safeParse(current);
  return data ? valuesOf(data) : null;
}

/** An emptied number is no number, which a draft cannot hold. */
function readTyped({ MaxAtOnce, ...typed }: Partial<ProviderValues>): Partial<ProviderValues> {
  return { ...typed, ...(typeof MaxAtOnce === 'number' && { MaxAtOnce }) };
}

/** Their user has it, or it stands among those without one. */
function pageOf({ UserId, ProviderId }: Provider): `/${string}` {
  return UserId === null ? `/company/users?show=providers&provider=${ProviderId}` : `/company/users/${UserId}`;
}

type FieldsProps = { provider: Provider; values: ProviderValues; put: (changes: Partial<ProviderValues>) => void };

function Fields({ provider, values, put }: FieldsProps) {
  const facilities = facilityOptions(useLiveValue(() => readAll('facilities'), []) ?? [], useWebsite().regions);
  const payers = useLiveValue(() => readAll('payers'), []) ?? [];
  const others = useLiveValue(() => readAll('providers'), []) ?? [];
  const supervisors = others.filter(
    (one) => one.ProviderId !== provider.ProviderId && !one.Inactive && !isAssistant(one.Type),
  );
  return (
    <>
      {provider.UserId === null && (
        <div className={classes.pair}>
          <TextInput
            label="First name"
            maxLength={60}
            value={values.FirstName}
            onChange={(event) => put({ FirstName: event.currentTarget.value })}
          />
          <TextInput
            label="Last name"
            maxLength={60}
            value={values.LastName}
            onChange={(event) => put({ LastName: event.currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.pair}>
        <Select
          label="Type"
          data={[...providerTypes]}
          value={values.Type}
          allowDeselect={false}
          onChange={(next) => put({ Type: providerTypes.find((each) => each === next) ?? 'PT' })}
        />
        <TextInput
          label="NPI"
          inputMode="numeric"
          maxLength={10}
          value={values.NationalProviderId}
          error={npiProblem(values.NationalProviderId)}
          onChange={(event) => put({ NationalProviderId: event.currentTarget.value })}
        />
        <TextInput
          label="License number"
          maxLength={30}
          value={values.LicenseNumber}
          onChange={(event) => put({ LicenseNumber: event.currentTarget.value })}
        />
        {isAssistant(values.Type) && (
          <Select
            label="Supervisor"
            placeholder="None"
            data={supervisors.map((one) => ({ value: String(one.ProviderId), label: providerName(one) }))}
            value={values.SupervisorProviderId}
            clearable
            clearButtonProps={{ 'aria-label': 'No supervisor' }}
            onChange={(SupervisorProviderId) => put({ SupervisorProviderId })}
          />
        )}
      </div>
      <LicenceFields value={values.licences} onChange={(licences) => put({ licences })} />
      <ScheduleFields value={values.Schedule} facilities={facilities} onChange={(Schedule) => put({ Schedule })} />
      <NumberInput
        label="Max patients"
        description="Booking more needs confirmation."
        min={1}
        max={20}
        clampBehavior="none"
        allowDecimal={false}
        maw={240}
        value={Number.isNaN(values.MaxAtOnce) ? '' : values.MaxAtOnce}
        error={atOnceProblem(values.MaxAtOnce)}
        onChange={(count) => put({ MaxAtOnce: typeof count === 'number' ? count : Number.NaN })}
      />
      <Select
        label="Notes permission"
        description="For every payer not listed below. Each option includes the ones above it."
        data={notesOptions}
        value={values.NotesPermission}
        allowDeselect={false}
        maw={460}
        onChange={(code) => put({ NotesPermission: NotesPermission.catch('F').parse(code) })}
      />
      <PayerNotesFields
        value={values.notes}
        payers={payers
          .filter((payer) => !payer.MergedIntoId)
          .map((payer) => ({ value: String(payer.PayerId), label: payer.Name }))}
        onChange={(notes) => put({ notes })}
      />
      <TimeOffFields value={values.timeOff} onChange={(timeOff) => put({ timeOff })} />
      <Switch
        label="Inactive"
        description="Hidden for new visits. Their signatures stay."
        checked={values.Inactive}
        onChange={(event) => put({ Inactive: event.currentTarget.checked })}
      />
    </>
  );
}
