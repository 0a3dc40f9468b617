import { addDays } from '../base/dates.ts';
import { weekdayOf } from './wall-time.ts';

/** The Sunday of a day's week, as the schedule of a provider begins with Sunday. */
export function weekStartOf(day: string): string {
  return addDays(day, -weekdayOf(day));
}

/** The seven days of a day's week. */
export function daysOfWeek(day: string): string[] {
  const start = weekStartOf(day);
  return Array.from({ length: 7 }, (_, at) => addDays(start, at));
}

/** `yyyy/MM/dd` (spec 9). */
export function showWeekStart(day: string): string {
  return weekStartOf(day).replaceAll('-', '/');
}
