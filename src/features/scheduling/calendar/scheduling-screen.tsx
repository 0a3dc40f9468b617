import { useMemo, useState } from 'react';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { allPlaces, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { activeProviders, callsByVisit, type CallCounts } from '#local/reads/visits.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useAsked } from '#shared/asked.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useMay, useWebsite } from '#shared/session.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { useSyncState } from '#shared/sync-state.ts';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { useAnnounced } from '#shared/ui/live-region/use-announced.ts';
import { Page } from '#shared/ui/page/page.tsx';
import { MoveDoubt } from '../booking/move-doubt.tsx';
import { useReschedule } from '../booking/use-reschedule.ts';
import type { DayStart } from '../days/day-form.ts';
import { newPlace, type BookingPlace } from './booking-place.ts';
import { EditBar } from './edit-bar.tsx';
import { oddVisits, scheduleColumns } from './schedule-columns.ts';
import { Elsewhere, FromServer, OddVisits } from './schedule-states.tsx';
import { ScheduleView } from './schedule-view.tsx';
import classes from './scheduling.module.css';
import { SchedulingToolbar } from './toolbar.tsx';
import type { EditSchedule } from './use-edit-schedule.ts';
import { useApart } from './use-apart.tsx';
import { useHeldOnline } from './use-held-online.ts';
import { useScheduleFilter } from './use-schedule-filter.ts';
import type { Schedule } from './schedule-rows.ts';
import { useSchedule } from './use-schedule.ts';
import { daysShown, viewTold, type Shown } from './views.ts';

type Props = {
  shown: Shown;
  onShown: (next: Shown) => void;
  /** `isHere`: it is one of this device's own rows. */
  onOpen: (visit: Visit, isHere: boolean) => void;
  /** Left out, nothing can be booked from here. */
  onBook?: (place: BookingPlace) => void;
  /** Opens a meeting, a break or a block. */
  onBlock?: (block: NonPatientVisit) => void;
  /** What else the calendar leads to. */
  more?: readonly MenuEntry[];
  /** While schedules are edited. */
  edit?: EditSchedule;
  /** Chooses a provider's day to change. */
  onPlan?: (start: DayStart) => void;
};

const noCalls: ReadonlyMap<string, CallCounts> = new Map();

/** The clinic's calendar by day, week and month, live from this device. */
export function SchedulingScreen({ shown, onShown, onOpen, onBook, onBlock, more = [], edit, onPlan }: Props) {
  const user = useCurrentUser();
  const { TimeZone } = useWebsite();
  const now = useClinicNow();
  const today = now.slice(0, 10);
  const mayMove = useMay('schedule visits');
  const { hydrated } = useSyncState();
  const { filter, chosen, choose } = useScheduleFilter();
  const [places, setPlaces] = useState<readonly PlaceToggle[]>(allPlaces);
  const schedule = useSchedule(shown, filter);
  const providers = useLiveValue(() => activeProviders(filter.FacilityId), [filter.FacilityId]) ?? [];
  const calls = useLiveValue(callsByVisit, []) ?? noCalls;
  const isHere = schedule.state === 'ready' && !schedule.isFromServer;
  const isEditing = edit?.isOn ?? false;
  const planned = isEditing ? edit?.queue : undefined;
  const { rows: known, shown: drawn } = schedule.state === 'ready' ? schedule : { rows: null, shown };
  const { rows, teller } = useApart(known);
  // What is said of a visit that is moved or copied tells namesakes apart too.
  const moves = useReschedule(isHere && mayMove ? rows : null);
  const heldOnline = useHeldOnline(drawn.view === 'month' ? null : daysShown(drawn));
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
            heldOnline,
            ...(planned && { planned }),
          })
        : [],
    [rows, drawn, today, filter, places, calls, mayMove, isHere, isEditing, planned, heldOnline],
  );
  useViewTold(shown, drawn, today, rows?.visits.length);
  const own = user.provider?.ProviderId ?? null;
  const mayBook = onBook !== undefined && mayMove && !isEditing;
  const bookOn = (date: string, isDayChosen: boolean) =>
    onBook?.(newPlace({ date, isDayChosen, now, filter, providers, rows, own }));
  const bookNew = useNewVisit(mayBook ? () => bookOn(shown.date, false) : undefined);
  const isOwn = (visit: Visit) => isHere && isWithin(visit, schedule.own);
  const open = (id: string) => {
    const visit = rows?.visits.find(({ VisitId }) => VisitId === id);
    if (visit) return onOpen(visit, isOwn(visit));
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
            own={own}
            onChoose={choose}
            places={places}
            onPlaces={setPlaces}
            more={more}
            {...(bookNew && { onNew: bookNew })}
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
          <NotThere schedule={schedule} onToday={() => onShown({ ...shown, date: today })} />
          {rows && schedule.state === 'ready' && hydrated.P0 && (
            <>
              {(schedule.isFromServer || schedule.own) && <FromServer own={schedule.own} />}
              <OddVisits
                visits={oddVisits({ rows, calls, mayMove })}
                rows={rows}
                onOpen={(visit) => onOpen(visit, isOwn(visit))}
              />
              <ScheduleView
                shown={drawn}
                today={today}
                rows={rows}
                filter={filter}
                places={places}
                kept={schedule.kept ?? null}
                own={schedule.own ?? null}
                columns={columns}
                timeZone={TimeZone}
                mayMove={mayMove && isHere && !isEditing}
                moves={moves}
                onOpen={open}
                onShown={onShown}
                onEverybody={() => choose([])}
                {...(mayBook && isHere && { onBook, onBookDay: (day) => bookOn(day, true) })}
                {...(onPlan && isEditing && { onPlan })}
              />
            </>
          )}
        </div>
      </Page>
      {teller}
      <MoveDoubt moves={moves} />
    </div>
  );
}

/** Says which days are shown, once their visits are there. */
function useViewTold(shown: Shown, drawn: Shown, today: string, visits: number | undefined): void {
  const isDrawn = drawn.view === shown.view && drawn.date === shown.date;
  useAnnounced(`${shown.view} ${shown.date}`, isDrawn && visits !== undefined ? viewTold(shown, today, visits) : null);
}

function isWithin({ Start }: Visit, days: { from: string; to: string } | undefined): boolean {
  const day = Start.slice(0, 10);
  return days === undefined || (day >= days.from && day <= days.to);
}

/** By its key and from the palette too; undefined where nothing can be booked. */
function useNewVisit(book: (() => void) | undefined): (() => void) | undefined {
  useAsked('bookVisit', () => book?.());
  useShortcut('n', 'New visit', () => book?.(), book !== undefined);
  return book;
}

function NotThere({ schedule, onToday }: { schedule: Schedule; onToday: () => void }) {
  if (schedule.state === 'elsewhere') return <Elsewhere kept={schedule.kept} onToday={onToday} />;
  if (schedule.state !== 'failed') return null;
  return (
    <ErrorState title="The schedule could not be loaded" onRetry={schedule.retry}>
      {schedule.sentence}
    </ErrorState>
  );
}
