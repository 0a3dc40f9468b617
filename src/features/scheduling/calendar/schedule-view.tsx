import { allPlaces, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import type { useReschedule } from '../booking/use-reschedule.ts';
import type { DayStart } from '../days/day-form.ts';
import { bookingPlace, type BookingPlace } from './booking-place.ts';
import { DayView } from './day-view.tsx';
import type { GridColumn } from './grid/grid-types.ts';
import { MonthSchedule } from './month-schedule.tsx';
import { placeOfKey } from './schedule-columns.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';
import { EmptySchedule } from './schedule-states.tsx';
import { daysShown, type Shown } from './views.ts';
import { WeekView } from './week-view.tsx';

type ViewProps = {
  shown: Shown;
  today: string;
  rows: ScheduleRows;
  filter: ScheduleFilter;
  places: readonly PlaceToggle[];
  kept: { from: string; to: string } | null;
  own: { from: string; to: string } | null;
  columns: readonly GridColumn[];
  timeZone: string;
  mayMove: boolean;
  moves: ReturnType<typeof useReschedule>;
  onOpen: (id: string) => void;
  onShown: (next: Shown) => void;
  onEverybody: () => void;
  onBook?: (place: BookingPlace) => void;
  /** Books on a day of which no time was chosen. */
  onBookDay?: ((day: string) => void) | undefined;
  onPlan?: (start: DayStart) => void;
};

/** A day, a week or a month as it is drawn. */
export function ScheduleView(props: ViewProps) {
  const { shown, today, rows, filter, places, columns, onShown, onBook, onPlan } = props;
  const days = daysShown(shown);
  if (shown.view === 'month') {
    return (
      <MonthSchedule
        rows={rows}
        filter={filter}
        places={places}
        kept={props.kept}
        own={props.own}
        mayMove={props.mayMove}
        moves={props.moves}
        date={shown.date}
        today={today}
        onDate={(date) => onShown({ ...shown, date })}
        onOpen={(date) => onShown({ view: 'day', date })}
        onVisit={props.onOpen}
        onBook={onPlan ? (day) => onPlan({ ProviderId: null, day }) : props.onBookDay}
        bookWord={onPlan ? 'Change the hours' : 'New visit'}
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
