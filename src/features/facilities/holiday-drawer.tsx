import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRealDate } from '#contract/base/dates.ts';
import { FacilityId, HolidayId } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import { takesPlace } from '#contract/scheduling/booking-facts.ts';
import { newId } from '#local/new-id.ts';
import { visitsBetween } from '#local/scheduling.ts';
import { call } from '#shared/api.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { typedKey } from '#local/typed.ts';
import { KeptTyping, useKeptTyping } from '#shared/autosave/kept-typing.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { typedIn } from '#shared/form-changes.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard, useTold } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './facilities.module.css';

type Props = { holiday: Holiday | 'new' | null; facilities: readonly Facility[]; onClose: () => void };

const failed = 'The holiday could not be saved. Nothing was changed; try again.';

/** A day on which some facilities, or all, are closed. */
export function HolidayDrawer({ holiday, facilities, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
  const { leave, question } = useDiscard(isDirty, onClose);
  const known = holiday === 'new' ? null : holiday;

  async function remove({ updated_at: _stamp, ...fields }: Holiday): Promise<void> {
    try {
      await call('scheduling.saveHolidays', { holidays: [{ ...fields, isRemoved: true }] });
      toastDone(`${fields.Name} is removed.`);
      onClose();
    } catch (error) {
      toastFailure(error, failed);
    }
  }

  return (
    <KeptTyping draftKey={typedKey.holiday()} about={holiday && (known?.HolidayId ?? 'new')}>
      <SideDrawer
        opened={holiday !== null}
        onClose={leave}
        isDirty={isDirty}
        title={known ? known.Name : 'New holiday'}
        footer={
          <>
            {known && (
              <Button variant="default" mr="auto" disabled={!isOnline} onClick={() => void remove(known)}>
                Remove
              </Button>
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="holiday" disabled={!isOnline}>
              Save
            </Button>
          </>
        }
      >
        {holiday && (
          <HolidayFields
            key={known?.HolidayId ?? 'new'}
            known={known}
            facilities={facilities}
            onDirty={setDirty}
            onSaved={onClose}
          />
        )}
      </SideDrawer>
      {question}
    </KeptTyping>
  );
}

type FieldsProps = {
  known: Holiday | null;
  facilities: readonly Facility[];
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
};

function HolidayFields({ known, facilities, onDirty, onSaved }: FieldsProps) {
  const { regions } = useWebsite();
  const [id] = useState(() => known?.HolidayId ?? HolidayId.parse(newId()));
  const form = useForm({
    initialValues: {
      Name: known?.Name ?? '',
      day: known?.day ?? '',
      facilityIds: (known?.FacilityIds ?? []).map(String),
    },
    validate: {
      Name: (name) => (name.trim() === '' ? 'Enter the name.' : null),
      day: (day) => (isRealDate(day) ? null : 'Write the day.'),
    },
  });
  useTold(form.isDirty(), onDirty);
  useKeptTyping('holiday', typedIn(form));
  const { day, facilityIds } = form.values;
  const booked = useLiveValue(() => bookedOn(day, facilityIds), [day, facilityIds.join()]) ?? 0;

  async function save({ Name }: typeof form.values): Promise<void> {
    const FacilityIds = facilityIds.length === 0 ? null : facilityIds.map((one) => FacilityId.parse(one));
    try {
      await call('scheduling.saveHolidays', { holidays: [{ HolidayId: id, day, Name: Name.trim(), FacilityIds }] });
      toastDone('Saved.');
      onSaved();
    } catch (error) {
      toastFailure(error, failed);
    }
  }

  return (
    <form id="holiday" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Stack gap="sm">
        <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('Name')} />
        <DateField
          label="Day"
          required
          value={day}
          onChange={(next) => form.setFieldValue('day', next ?? '')}
          onRefused={(next) => form.setFieldValue('day', next)}
          error={typeof form.errors['day'] === 'string' ? form.errors['day'] : null}
        />
        <MultiSelect
          label="Closed facilities"
          description="None chosen: every facility is closed."
          data={facilitySelectData(facilityOptions(facilities, regions))}
          searchable
          {...form.getInputProps('facilityIds')}
        />
        {booked > 0 && (
          <p className={classes.hint} role="status">
            {booked === 1 ? '1 visit is' : `${booked} visits are`} booked that day. They stay booked: move them in the
            calendar.
          </p>
        )}
      </Stack>
    </form>
  );
}

/** Visits this device knows that day at these facilities, all of them where none is named. */
async function bookedOn(day: string, facilityIds: readonly string[]): Promise<number> {
  if (!isRealDate(day)) return 0;
  const visits = await visitsBetween(day, day, { FacilityId: null, ProviderIds: [] });
  return visits.filter(
    (visit) => takesPlace(visit) && (facilityIds.length === 0 || facilityIds.includes(visit.FacilityId)),
  ).length;
}
