import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useMemo, useState } from 'react';
import type { ProviderId } from '#contract/base/ids.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { allPlaces, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import { addMinutes, atTime } from '#contract/scheduling/wall-time.ts';
import { workingDay } from '#contract/scheduling/working-day.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { activeProviders, callsByVisit, type CallCounts } from '#local/reads/visits.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useMay, useWebsite } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import { DayView } from './day-view.tsx';
import type { DayStart } from '../days/day-form.ts';
import { EditBar } from './edit-bar.tsx';
import type { GridColumn } from './grid/grid-types.ts';
import { monthDays } from './month-days.ts';
import { MonthView } from './month-view.tsx';
import { oddVisits, placeOfKey, scheduleColumns } from './schedule-columns.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';
import { EmptySchedule, Elsewhere, FromServer, OddVisits } from './schedule-states.tsx';
import classes from './scheduling.module.css';
import { SchedulingToolbar } from './toolbar.tsx';
import type { EditSchedule } from './use-edit-schedule.ts';
import { useReschedule } from '../booking/use-reschedule.ts';
import { useSchedule } from './use-schedule.ts';
import { daysShown, type Shown } from './views.ts';
import { WeekView } from './week-view.tsx';

/** A free time somebody chose to book. */
export type BookingPlace = { FacilityId: string; ProviderId: string; Start: string; End: string };

type Props = {
  shown: Shown;
  onShown: (next: Shown) => void;
  /** `isHere`: it is one of this device's own rows. */
  onOpen: (visit: Visit, isHere: boolean) => void;
  /** Left out, nothing can be booked from here. */
  onBook?: (place: BookingPlace) => void;
  /** Opens a meeting, a break or a block. */
  onBlock?: (block: NonPatientVisit) => void;
  onSeries?: () => void;
  /** What else the calendar leads to. */
  more?: readonly MenuEntry[];
  /** While schedules are edited. */
  edit?: EditSchedule;
  /** Chooses a provider's day to change. */
  onPlan?: (start: DayStart) => void;
};

const noCalls: ReadonlyMap<string, CallCounts> = new Map();

/** The clinic's calendar by day, week and month, live from this device. */
export function SchedulingScreen({
  shown,
  onShown,
  onOpen,
  onBook,
  onBlock,
  onSeries,
  more = [],
  edit,
  onPlan,
}: Props) {
  const user = useCurrentUser();
  const { TimeZone } = useWebsite();
  const today = useClinicToday();
  const mayMove = useMay('schedule visits');
  const { hydrated } = useSyncState();
  const { filter, chosen, choose } = useScheduleFilter();
  const [places, setPlaces] = useState<readonly PlaceToggle[]>(allPlaces);
  const schedule = useSchedule(shown, filter);
  const providers = useLiveValue(() => activeProviders(filter.FacilityId), [filter.FacilityId]) ?? [];
  const calls = useLiveValue(callsByVisit, []) ?? noCalls;
  const isHere = schedule.state === 'ready' && !schedule.isFromServer;
  const moves = useReschedule(isHere && mayMove ? schedule.rows : null);
  const isEditing = edit?.isOn ?? false;
  const planned = isEditing ? edit?.queue : undefined;
  const rows = schedule.state === 'ready' ? schedule.rows : null;
  const drawn = schedule.state === 'ready' ? schedule.shown : shown;
  const columns = useMemo(
    () =>
      rows && drawn.view !== 'month'
        ? scheduleColumns({
            days: daysShown(drawn),
            today,
            rows,
            filter,
            places,
            calls,
            mayMove: mayMove && isHere && !isEditing,
            ...(planned && { planned }),
          })
        : [],
    [rows, drawn, today, filter, places, calls, mayMove, isHere, isEditing, planned],
  );
  const open = (id: string) => {
    const visit = rows?.visits.find(({ VisitId }) => VisitId === id);
    if (visit) return onOpen(visit, isHere);
    const block = rows?.nonPatientVisits.find(({ NonPatientVisitId }) => NonPatientVisitId === id);
    if (block && mayMove && isHere && !isEditing) onBlock?.(block);
  };

  return (
    <div className={classes.screen} data-shown={`${drawn.view} ${drawn.date}`}>
      <Page
        title="Scheduling"
        width="flush"
        hideHeader
        toolbar={
          <SchedulingToolbar
            shown={shown}
            today={today}
            onShown={onShown}
            providers={providers}
            chosen={chosen}
            own={user.provider?.ProviderId ?? null}
            onChoose={choose}
            places={places}
            onPlaces={setPlaces}
            end={
              <>
                {more.length > 0 && (
                  <ActionMenu className={`${classes.place} ${classes.more}`} entries={more}>
                    More
                    <IconChevronDown size={14} aria-hidden />
                  </ActionMenu>
                )}
                {onSeries && mayMove && (
                  <Button variant="default" h={32} onClick={onSeries}>
                    Book a series
                  </Button>
                )}
              </>
            }
          />
        }
      >
        <div className={classes.fill}>
          {edit?.isOn && onPlan && (
            <EditBar edit={edit} providers={providers} onPlan={() => onPlan({ ProviderId: null, day: shown.date })} />
          )}
          {(schedule.state === 'loading' || !hydrated.P0) && (
            <LoadingSkeleton label="Loading the schedule" rows={10} rowHeight={56} />
          )}
          {schedule.state === 'failed' && (
            <ErrorState title="The schedule could not be read" onRetry={schedule.retry}>
              {schedule.sentence}
            </ErrorState>
          )}
          {schedule.state === 'elsewhere' && (
            <Elsewhere kept={schedule.kept} onToday={() => onShown({ ...shown, date: today })} />
          )}
          {rows && schedule.state === 'ready' && hydrated.P0 && (
            <>
              {schedule.isFromServer && <FromServer />}
              <OddVisits
                visits={oddVisits({ rows, calls, mayMove })}
                rows={rows}
                onOpen={(visit) => onOpen(visit, isHere)}
              />
              <View
                shown={drawn}
                today={today}
                rows={rows}
                filter={filter}
                places={places}
                kept={schedule.kept ?? null}
                columns={columns}
                timeZone={TimeZone}
                mayMove={mayMove && isHere && !isEditing}
                moves={moves}
                onOpen={open}
                onShown={onShown}
                onEverybody={() => choose([])}
                {...(onBook && mayMove && isHere && !isEditing && { onBook })}
                {...(onPlan && isEditing && { onPlan })}
              />
            </>
          )}
        </div>
      </Page>
      <ConfirmDialog
        opened={moves.doubt !== null}
        title="Book it there anyway?"
        confirmLabel="Book anyway"
        onConfirm={() => moves.doubt?.confirm()}
        onCancel={moves.dropDoubt}
      >
        <ul className={classes.doubts}>
          {moves.doubt?.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  );
}

type ViewProps = {
  shown: Shown;
  today: string;
  rows: ScheduleRows;
  filter: ScheduleFilter;
  places: readonly PlaceToggle[];
  kept: { from: string; to: string } | null;
  columns: readonly GridColumn[];
  timeZone: string;
  mayMove: boolean;
  moves: ReturnType<typeof useReschedule>;
  onOpen: (id: string) => void;
  onShown: (next: Shown) => void;
  onEverybody: () => void;
  onBook?: (place: BookingPlace) => void;
  onPlan?: (start: DayStart) => void;
};

function View(props: ViewProps) {
  const { shown, today, rows, filter, places, columns, onShown, onBook, onPlan } = props;
  const days = daysShown(shown);
  if (shown.view === 'month') {
    return (
      <MonthView
        days={monthDays(days, shown.date.slice(0, 7), rows, filter, places, props.kept)}
        date={shown.date}
        today={today}
        onDate={(date) => onShown({ ...shown, date })}
        onOpen={(date) => onShown({ view: 'day', date })}
      />
    );
  }
  if (columns.length === 0) {
    return (
      <EmptySchedule
        isFiltered={filter.ProviderIds.length > 0}
        isAllPlaces={places.length === allPlaces.length}
        onEverybody={props.onEverybody}
      />
    );
  }
  const grid = {
    date: shown.date,
    columns,
    rows,
    timeZone: props.timeZone,
    mayMove: props.mayMove,
    moves: props.moves,
    onOpen: props.onOpen,
    ...(onBook && {
      onBook: ({ column, start }: { column: string; start: number }) =>
        onBook(bookingPlace(column, start, rows, filter)),
    }),
    ...(onPlan && {
      onBook: ({ column }: { column: string }) => onPlan(placeOfKey(column)),
      slotWord: 'Change the hours',
    }),
  };
  return shown.view === 'day' ? <DayView day={shown.date} {...grid} /> : <WeekView days={days} {...grid} />;
}

/** minutes, until a type of visit says otherwise */
const usualLength = 45;

/** The facility is the one shown, else where the provider works at that time. */
function bookingPlace(column: string, start: number, rows: ScheduleRows, filter: ScheduleFilter): BookingPlace {
  const { day, ProviderId } = placeOfKey(column);
  const Start = addMinutes(atTime(day, '00:00'), start);
  const provider = rows.providers.find((each) => each.ProviderId === ProviderId);
  const time = Start.slice(11);
  const at =
    provider &&
    workingDay({ provider, customDays: rows.customDays, holidays: rows.holidays, day }).blocks.find(
      (block) => block.start <= time && block.end > time,
    )?.FacilityId;
  const FacilityId = filter.FacilityId ?? at ?? provider?.FacilityIds[0] ?? '';
  return { FacilityId, ProviderId, Start, End: addMinutes(Start, usualLength) };
}

/** Facility and providers as this user last chose them (ui.md: filters are kept per user). */
function useScheduleFilter() {
  const [preferences, save] = usePreferences();
  const [chosen, setChosen] = useState<ProviderId[]>(preferences.schedulingProviderIds ?? []);
  const FacilityId = preferences.facilityId ?? null;
  const filter = useMemo<ScheduleFilter>(() => ({ FacilityId, ProviderIds: chosen }), [FacilityId, chosen]);
  function choose(next: ProviderId[]): void {
    setChosen(next);
    void save({ schedulingProviderIds: next });
  }
  return { filter, chosen, choose };
}
