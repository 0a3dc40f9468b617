import { showDate } from '#contract/base/dates.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { isPlaceShown, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import { openSpans, workingDay } from '#contract/scheduling/working-day.ts';
import type { GridColumn, GridEvent } from './grid/grid-types.ts';
import { visitEvent } from './schedule-events.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';
import { weekdayOf } from './views.ts';

/** One day of a month in figures. */
export type MonthDay = {
  day: string;
  /** Of a neighbouring month. */
  isOther: boolean;
  /** This device does not hold it. */
  isUnknown: boolean;
  /** Only the server holds it: it is shown, and changed in no way from here. */
  isElsewhere: boolean;
  /** None of those shown works. */
  isOff: boolean;
  visits: number;
  gone: number;
  holidays: string[];
  /** The visits that take place, by start; those whose times cannot be drawn are named above the calendar. */
  lines: GridEvent[];
};

export type MonthGround = {
  days: readonly string[];
  /** `YYYY-MM`; days of its neighbours fill the weeks. */
  month: string;
  rows: ScheduleRows;
  filter: ScheduleFilter;
  places: readonly PlaceToggle[];
  /** The days that are known, and those that this device holds; null where all are. */
  kept: { from: string; to: string } | null;
  own: { from: string; to: string } | null;
  mayMove: boolean;
};

export function monthDays({ days, month, rows, filter, places, kept, own, mayMove }: MonthGround): MonthDay[] {
  const empty = (day: string): MonthDay => {
    const isUnknown = isOutside(day, kept);
    const isOff = !isUnknown && isDayOff(day, rows, filter);
    return {
      day,
      isOther: !day.startsWith(month),
      isUnknown,
      isElsewhere: isOutside(day, own),
      isOff,
      visits: 0,
      gone: 0,
      holidays: [],
      lines: [],
    };
  };
  const found = new Map(days.map((day) => [day, empty(day)]));
  for (const visit of rows.visits) {
    const of = found.get(visit.Start.slice(0, 10));
    if (!of || of.isUnknown || !isPlaceShown(visit.PlaceOfService, places)) continue;
    if (takesPlace(visit)) {
      of.visits += 1;
      const line = visitEvent(visit, rows.patients.get(visit.PatientId), undefined, mayMove && !of.isElsewhere);
      if (line) of.lines.push(line);
    } else of.gone += 1;
  }
  for (const { day, Name, FacilityIds } of rows.holidays) {
    const isHere =
      FacilityIds === null || filter.FacilityId === null || FacilityIds.some((id) => id === filter.FacilityId);
    if (isHere) found.get(day)?.holidays.push(Name);
  }
  for (const { lines } of found.values()) lines.sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));
  return [...found.values()];
}

/** The days a visit can be carried to, each as a column of the grid: those this device holds, without a gap. */
export function monthColumns(days: readonly MonthDay[], today: string): GridColumn[] {
  return days
    .filter(({ isUnknown, isElsewhere }) => !isUnknown && !isElsewhere)
    .map(({ day, lines }) => ({
      key: day,
      title: `${weekdayOf(day)} ${showDate(day)}`,
      note: '',
      isToday: day === today,
      open: [],
      blocks: [],
      events: lines,
    }));
}

function isOutside(day: string, span: { from: string; to: string } | null): boolean {
  return span !== null && (day < span.from || day > span.to);
}

/** Somebody shown has hours that no time off or holiday takes whole; where nobody is shown, no day is off. */
function isDayOff(day: string, rows: ScheduleRows, filter: ScheduleFilter): boolean {
  const shown = rows.providers.filter(({ ProviderId, Inactive, FacilityIds }) =>
    filter.ProviderIds.length > 0
      ? filter.ProviderIds.includes(ProviderId)
      : !Inactive && (filter.FacilityId === null || FacilityIds.some((id) => id === filter.FacilityId)),
  );
  return (
    shown.length > 0 &&
    shown.every((provider) => {
      const { blocks, off } = workingDay({
        provider,
        customDays: rows.customDays,
        holidays: rows.holidays,
        day,
        ...(filter.FacilityId !== null && { FacilityId: filter.FacilityId }),
      });
      return openSpans(day, blocks).every((span) =>
        off.some(({ Start, End }) => Start <= span.Start && span.End <= End),
      );
    })
  );
}
