import { addDays, minutesBetween, showDate } from '../base/dates.ts';

/** No booking is longer. */
export const mostMinutes = 24 * 60;
/** The days of a calendar, counted from today. */
export const calendarDays = { back: 366, ahead: 3 * 366 } as const;

/** Why something cannot be at this time, whatever else is booked; null when it can. All in wall time. */
export function timesRefusal(
  { Start, End }: { Start: string; End: string },
  today: string,
): { field: 'Start' | 'End'; sentence: string } | null {
  if (End <= Start) return { field: 'End', sentence: 'It must end after it starts.' };
  if (minutesBetween(Start, End) > mostMinutes) return { field: 'End', sentence: 'It must end within 24 hours.' };
  const first = addDays(today, -calendarDays.back);
  const last = addDays(today, calendarDays.ahead);
  const day = Start.slice(0, 10);
  if (day >= first && day <= last) return null;
  return { field: 'Start', sentence: `It must be between ${showDate(first)} and ${showDate(last)}.` };
}
