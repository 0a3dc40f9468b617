import { showDate, showTime, wallTimeIn } from '../../base/dates.ts';

/** `11/18/2026 10:50 AM EST`: a moment as the clock of a place shows it, with the name of its zone. */
export function momentWords(at: string, timeZone: string): string {
  const moment = new Date(at);
  const wall = wallTimeIn(timeZone, moment);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(moment);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${showDate(wall)} ${showTime(wall)} ${zone}`;
}
