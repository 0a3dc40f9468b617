import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';

/** `11/18/2026 10:30 AM` in a zone. */
export function showInstant(instant: string, timeZone: string): string {
  const wall = wallTimeIn(timeZone, new Date(instant));
  return `${showDate(wall)} ${showTime(wall)}`;
}
