import { Stack } from '@mantine/core';
import { isRealDate } from '#contract/base/dates.ts';
import { counted } from '#contract/base/nouns.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { holiday } from '#contract/scheduling/holiday.ts';
import { readAll } from '#local/reads/reads.ts';
import { visitsBetween } from '#local/reads/scheduling.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import classes from './facilities.module.css';

export const holidayForm = recordForm(holiday, {
  known: () => readAll('facilities'),
  start: () => ({}),
  Layout({ Field, values: { day, FacilityIds }, known }) {
    const { regions } = useWebsite();
    const open = known.filter(({ FacilityId, Inactive }) => !Inactive || FacilityIds.includes(FacilityId));
    const booked = useLiveValue(() => bookedOn(day, FacilityIds), [day, FacilityIds.join()]) ?? 0;
    return (
      <Stack gap="sm">
        <Field of="Name" hasFocus />
        <Field of="day" />
        <Field
          of="FacilityIds"
          description="Leave empty to close every facility."
          options={facilitySelectData(facilityOptions(open, regions))}
        />
        {booked > 0 && (
          <p className={classes.hint} role="status">
            {counted(booked, 'visit')} {booked === 1 ? 'is' : 'are'} booked that day. They stay booked. Move them in the
            calendar.
          </p>
        )}
      </Stack>
    );
  },
});

/** Visits this device knows that day at these facilities, all of them where none is named. */
async function bookedOn(day: string | null, facilityIds: readonly string[]): Promise<number> {
  if (day === null || !isRealDate(day)) return 0;
  const visits = await visitsBetween(day, day, { FacilityId: null, ProviderIds: [] });
  return visits.filter(
    (visit) => takesPlace(visit) && (facilityIds.length === 0 || facilityIds.includes(visit.FacilityId)),
  ).length;
}
