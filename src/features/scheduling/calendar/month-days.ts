import { showName } from '#contract/base/text.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { isPlaceShown, type PlaceToggle } from '#contract/scheduling/places-shown.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';

/** One day of a month in figures. */
export type MonthDay = {
  day: string;
  /** Of a neighbouring month. */
  isOther: boolean;
  /** This device does not hold it. */
  isUnknown: boolean;
  visits: number;
  gone: number;
  holidays: string[];
  /** The visits that take place, by start. */
  lines: MonthLine[];
};

/** A visit of a month: whose it is and when. */
export type MonthLine = Pick<Visit, 'VisitId' | 'Start'> & { name: string };

/** `month` is `YYYY-MM`; days of its neighbours fill the weeks. */
export function monthDays(
  days: readonly string[],
  month: string,
  rows: ScheduleRows,
  filter: ScheduleFilter,
  places: readonly PlaceToggle[],
  kept: { from: string; to: string } | null,
): MonthDay[] {
  const empty = (day: string): MonthDay => ({
    day,
    isOther: !day.startsWith(month),
    isUnknown: kept !== null && (day < kept.from || day > kept.to),
    visits: 0,
    gone: 0,
    holidays: [],
    lines: [],
  });
  const found = new Map(days.map((day) => [day, empty(day)]));
  for (const visit of rows.visits) {
    const of = found.get(visit.Start.slice(0, 10));
    if (!of || of.isUnknown || !isPlaceShown(visit.PlaceOfService, places)) continue;
    if (takesPlace(visit)) {
      const patient = rows.patients.get(visit.PatientId);
      of.visits += 1;
      of.lines.push({
        VisitId: visit.VisitId,
        Start: visit.Start,
        name: patient ? showName(patient) : visit.VisitTypeName,
      });
    } else of.gone += 1;
  }
  for (const { day, Name, FacilityIds } of rows.holidays) {
    const isHere =
      FacilityIds === null || filter.FacilityId === null || FacilityIds.some((id) => id === filter.FacilityId);
    if (isHere) found.get(day)?.holidays.push(Name);
  }
  for (const { lines } of found.values()) lines.sort((a, b) => a.Start.localeCompare(b.Start));
  return [...found.values()];
}
