import { Button } from '@mantine/core';
import { useState } from 'react';
import { addDays, showDate } from '#contract/base/dates.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { weekdays } from '#contract/providers/provider-fields.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import { weekdayOf } from '#contract/scheduling/wall-time.ts';
import { holidaysBetween } from '#local/scheduling.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { HolidayDrawer } from './holiday-drawer.tsx';
import classes from './facilities.module.css';

/** Days: what lies further back is of no use any more, and nothing is planned further ahead. */
const shown = { back: 31, ahead: 3 * 366 };

/** The days on which facilities are closed, as this device holds them. */
export function HolidaysPart({ facilities }: { facilities: readonly Facility[] }) {
  const today = useClinicToday();
  const isOnline = useOnline();
  const [open, setOpen] = useState<Holiday | 'new' | null>(null);
  const holidays = useLiveValue(
    () => holidaysBetween(addDays(today, -shown.back), addDays(today, shown.ahead)),
    [today],
  );
  return (
    <>
      <div className={classes.heading}>
        <h2>Holidays</h2>
        <Button variant="default" size="xs" disabled={!isOnline} onClick={() => setOpen('new')}>
          New holiday
        </Button>
      </div>
      {holidays ? (
        <DataTable
          label="Holidays"
          rows={holidays}
          rowKey={(one) => one.HolidayId}
          onOpen={setOpen}
          columns={[
            {
              key: 'day',
              title: 'Day',
              cell: (one) => `${weekdays[weekdayOf(one.day)]} ${showDate(one.day)}`,
              width: '30%',
            },
            { key: 'name', title: 'Holiday', cell: (one) => one.Name },
            { key: 'facilities', title: 'Closed', cell: (one) => closedWords(one, facilities), secondary: true },
          ]}
          empty={
            <EmptyState title="No holidays" compact>
              On a holiday the calendar is closed, and booking asks first.
            </EmptyState>
          }
        />
      ) : (
        <LoadingSkeleton label="Loading the holidays" rows={3} />
      )}
      <HolidayDrawer holiday={open} facilities={facilities} onClose={() => setOpen(null)} />
    </>
  );
}

function closedWords({ FacilityIds }: Holiday, facilities: readonly Facility[]): string {
  if (FacilityIds === null) return 'Every facility';
  const names = facilities.filter(({ FacilityId }) => FacilityIds.includes(FacilityId)).map(facilityName);
  return names.length === 0 ? '-' : names.join(', ');
}
