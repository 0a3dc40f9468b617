import { Button, Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import type { Organization } from '#contract/facilities/organization.ts';
import { placeOrder, placesOfService } from '#contract/facilities/place-of-service.ts';
import type { Region } from '#contract/facilities/region.ts';
import { settings } from '#contract/settings/settings.ts';
import { phoneShown, zipShown } from '#shared/forms/shown-digits.ts';
import { newId } from '#local/store/new-id.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { call } from '#shared/api.ts';
import { DraftScope, useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { draftOver } from '#shared/form-changes.ts';
import { useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { useBusy } from '#shared/hooks/use-busy.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { BillerFields } from './biller-fields.tsx';
import { changesOf, formNow, rebaseFacility } from './facility-changes.ts';
import {
  emptyFacility,
  FacilityForm,
  fieldsOf,
  formOf,
  type BillerValues,
  type FacilityFormValues,
} from './facility-form.ts';
import { RoomFields } from './room-fields.tsx';
import { stateOptions } from './state-options.ts';
import { timeZoneOptions } from '#shared/time-zones.ts';
import { VisitTypeFields } from './visit-type-fields.tsx';
import classes from './facilities.module.css';

export type FacilitiesData = {
  facilities: readonly Facility[];
  organizations: readonly Organization[];
  regions: readonly Region[];
};

type Props = {
  /** The facility to change, `new` for one more, null while closed. */
  facility: Facility | 'new' | null;
  data: FacilitiesData;
  onClose: () => void;
  onSaved: (facility: Facility) => void;
  onArchive: (facility: Facility) => Promise<void>;
};

/** Everything of one facility; only what was changed is sent. */
export function FacilityDrawer({ facility, data, onClose, onSaved, onArchive }: Props) {
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
  const saving = useBusy();
  const archiving = useBusy();
  const { leave, question } = useDiscard(isDirty, onClose);
  const known = facility === 'new' ? null : facility;
  return (
    <DraftScope
      draftKey={unsavedKey.at('facility', '/company/facilities')}
      about={facility && (known?.FacilityId ?? 'new')}
    >
      <SideDrawer
        opened={facility !== null}
        onClose={leave}
        isDirty={isDirty}
        title={known ? facilityName(known) : 'New facility'}
        size={560}
        footer={
          <>
            {known && (
              <Button
                variant="default"
                disabled={!isOnline}
                loading={archiving.isBusy}
                onClick={() => void archiving.run(() => onArchive(known))}
                mr="auto"
              >
                {known.Inactive ? 'Restore' : 'Archive'}
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="facility" disabled={!isOnline} loading={saving.isBusy}>
              Save
            </Button>
          </>
        }
      >
        {facility && (
          <FacilityFields
            key={known?.FacilityId ?? 'new'}
            known={known}
            data={data}
            submit={saving.run}
            onDirty={setDirty}
            onSaved={onSaved}
          />
        )}
      </SideDrawer>
      {question}
    </DraftScope>
  );
}

/** `over` is not there of a new one, and where an older version of the app wrote it. */
type Draft = {
  typed: Partial<FacilityFormValues>;
  over?: Partial<FacilityFormValues>;
  ids?: { facility: string; biller: string };
  chosen?: BillerValues | null;
};

type FieldsProps = {
  known: Facility | null;
  data: FacilitiesData;
  submit: (save: () => Promise<void>) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
  onSaved: (facility: Facility) => void;
};

function FacilityFields({ known, data, submit, onDirty, onSaved }: FieldsProps) {
  const { TimeZone } = useWebsite();
  const [ids, setIds] = useState(() => ({ facility: newId(), biller: newId() }));
  const { organizations } = data;
  const [before, setBefore] = useState(() =>
    known
      ? formOf(
          known,
          organizations.find(({ OrganizationId }) => OrganizationId === known.OrganizationId),
        )
      : emptyFacility(TimeZone, organizations[0], ids.biller),
  );
  const form = useForm<FacilityFormValues>({
    initialValues: before,
    validate: schemaResolver(FacilityForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  const [chosen, setChosen] = useState<BillerValues | null>(null);
  const overtaken = useOvertaken({ before, values: form.values }, begin, { nowOf: formNow, rebase: rebaseFacility });
  const { kept } = overtaken;
  const isDirty = overtaken.isHeld || !isSameInAnyOrder(form.values, before);
  useReportDirty(isDirty, onDirty);
  // What is typed of a new one names the ids it was to have, also that of its biller.
  useDraftScope<Draft>('facility', {
    values: known ? { ...draftOver(kept.before, kept.values, kept.before), chosen } : { typed: form.values, ids },
    isDirty,
    fill: (left) => {
      if (left.ids) setIds(left.ids);
      setChosen(left.chosen ?? null);
      // What was left alone in a list that was typed over is not sent: somebody else may have written it since.
      setBefore((now) => ({ ...now, ...left.over }));
      form.setValues(left.typed);
    },
  });

  function begin(next: TypedOver<FacilityFormValues>): void {
    setBefore(next.before);
    form.setValues(next.values);
  }

  async function save(values: FacilityFormValues): Promise<void> {
    try {
      const saved = known
        ? await call('facilities.update', { id: known.FacilityId, ...changesOf(before, values, { known, chosen }) })
        : await call('facilities.create', { ...fieldsOf(values), FacilityId: ids.facility as never, Inactive: false });
      toastDone('Saved.');
      onSaved(saved);
    } catch (error) {
      if (overtaken.meet(error)) return;
      if (error instanceof AppError && error.fields?.['visit_types']) form.setErrors({ visit_types: error.message });
      if (error instanceof AppError && error.fields?.['rooms']) form.setErrors({ rooms: error.message });
      toastFailure(error, 'The facility could not be saved. Try again.');
    }
  }

  return (
    <form
      id="facility"
      noValidate
      onSubmit={form.onSubmit((values) => void submit(() => save(values)), focusFirstError)}
    >
      {overtaken.refusal}
      <WhereFields form={form} data={data} TimeZone={before.TimeZone} />
      <fieldset className={classes.part}>
        <legend>Places of service</legend>
        <Checkbox.Group aria-label="Places of service" {...form.getInputProps('PlacesOfService')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
            {placeOrder.map((code) => (
              <Checkbox key={code} value={code} label={`${code} ${placesOfService[code]}`} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Patients</legend>
        <TextInput
          label={settings.patient_mail_name.label}
          description={settings.patient_mail_name.help}
          maxLength={80}
          {...form.getInputProps('patient_mail_name')}
        />
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Visit types</legend>
        <VisitTypeFields form={form} />
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Rooms</legend>
        <RoomFields form={form} />
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Billing</legend>
        <BillerFields
          form={form}
          organizations={organizations}
          others={othersOf(data, known)}
          newId={ids.biller}
          onChoose={setChosen}
        />
      </fieldset>
    </form>
  );
}

type WhereProps = { form: UseFormReturnType<FacilityFormValues>; data: FacilitiesData; TimeZone: string };

/** What it is called, where it is and how it is reached. */
function WhereFields({ form, data, TimeZone }: WhereProps) {
  return (
    <Stack gap="sm">
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('Name')} />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput label="Phone" type="tel" {...phoneShown(form.getInputProps('Phone'))} />
        <TextInput label="NPI" inputMode="numeric" maxLength={10} {...form.getInputProps('NationalProviderId')} />
        <Select
          label="Region"
          placeholder="None"
          clearable
          clearButtonProps={{ 'aria-label': 'No region' }}
          data={data.regions.map(({ RegionId, Name }) => ({ value: String(RegionId), label: Name }))}
          {...form.getInputProps('RegionId')}
        />
        <Select
          label="Time zone"
          data={timeZoneOptions(TimeZone)}
          allowDeselect={false}
          searchable
          {...form.getInputProps('TimeZone')}
        />
        <TextInput label="Street" maxLength={120} {...form.getInputProps('Address1')} />
        <TextInput label="City" maxLength={60} {...form.getInputProps('City')} />
        <Select
          label="State"
          data={stateOptions}
          searchable
          allowDeselect={false}
          {...form.getInputProps('StateOrProvince')}
        />
        <TextInput
          label="ZIP code"
          inputMode="numeric"
          maxLength={10}
          {...zipShown(form.getInputProps('PostalCode'))}
        />
      </SimpleGrid>
    </Stack>
  );
}

function othersOf({ facilities }: FacilitiesData, known: Facility | null): Map<string, string[]> {
  const others = Map.groupBy(
    facilities.filter(({ FacilityId }) => FacilityId !== known?.FacilityId),
    ({ OrganizationId }) => String(OrganizationId),
  );
  return new Map([...others].map(([id, of]) => [id, of.map(facilityName)]));
}
