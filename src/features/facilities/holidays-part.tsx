import { Button } from '@mantine/core';
import { useState } from 'react';
import { addDays, showDate } from '#contract/base/dates.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { weekdays } from '#contract/providers/provider-fields.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import { weekdayOf } from '#contract/scheduling/wall-time.ts';
import { readAll } from '#local/reads/reads.ts';
import { holidaysBetween } from '#local/reads/scheduling.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { holidayForm } from './holiday-form.tsx';
import classes from './facilities.module.css';

/** Days: what lies further back is of no use any more, and nothing is planned further ahead. */
const shown = { back: 31, ahead: 3 * 366 };

/** The days on which facilities are closed, as this device holds them. */
export function HolidaysPart() {
  const today = useClinicToday();
  const [open, setOpen] = useState<About<Holiday> | null>(null);
  const live = useLive(async () => {
    const holidays = await holidaysBetween(addDays(today, -shown.back), addDays(today, shown.ahead));
    return { holidays, facilities: await readAll('facilities') };
  }, [today]);
  return (
    <>
      <div className={classes.heading}>
        <h2>Holidays</h2>
        <Button variant="default" size="xs" onClick={() => setOpen({ of: null, parent: null })}>
          New holiday
        </Button>
      </div>
      {live.state === 'ready' && (
        <DataTable
          label="Holidays"
          rows={live.value.holidays}
          rowKey={(one) => one.HolidayId}
          onOpen={(of) => setOpen({ of, parent: null })}
          columns={[
            {
              key: 'day',
              title: 'Day',
              cell: (one) => `${weekdays[weekdayOf(one.day)]} ${showDate(one.day)}`,
              width: '30%',
            },
            { key: 'name', title: 'Holiday', cell: (one) => one.Name },
            {
              key: 'facilities',
              title: 'Closed',
              cell: (one) => closedWords(one, live.value.facilities),
              secondary: true,
            },
          ]}
          empty={
            <EmptyState title="No holidays" compact>
              On a holiday the calendar is closed, and booking needs confirmation.
            </EmptyState>
          }
        />
      )}
      {live.state === 'loading' && <LoadingSkeleton label="Loading the holidays" rows={3} />}
      {live.state === 'failed' && (
        <ErrorState title="The holidays could not be loaded">
          They are safe on the server. Reload the page to try again.
        </ErrorState>
      )}
      <RecordDrawer
        form={holidayForm}
        at="/company/facilities"
        about={open}
        onReopen={setOpen}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

function closedWords({ FacilityIds }: Holiday, facilities: readonly Facility[]): string {
  if (FacilityIds === null) return 'Every facility';
  const names = facilities.filter(({ FacilityId }) => FacilityIds.includes(FacilityId)).map(facilityName);
  return names.length === 0 ? '-' : names.join(', ');
}
