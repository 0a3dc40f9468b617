import { addDays, isRealDate, showTime } from '../base/dates.ts';

/** From `Start` up to, not including, `End`, in the wall time of the facility. */
export type Span = { Start: string; End: string };

export function dayOf(wallTime: string): string {
  return wallTime.slice(0, 10);
}

/** A day and `HH:mm` as a wall time. */
export function atTime(day: string, time: string): string {
  return `${day}T${time}`;
}

// On wall time, as if every day had 24 hours: a visit at 10:00 stays at 10:00 on the day the clocks change.
export function addMinutes(wallTime: string, minutes: number): string {
  return new Date(Date.parse(`${wallTime}Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay();
}

/** Spans that only touch do not overlap; one that ends before it starts overlaps nothing. */
export function overlap(a: Span, b: Span): boolean {
  return a.Start < b.End && b.Start < a.End && a.Start < a.End && b.Start < b.End;
}

/** Every day a span lies on; none for a row whose times are no times, and no more than a week for one without end. */
export function daysOf({ Start, End }: Span): string[] {
  const first = dayOf(Start);
  // Nearly every visit; a calendar has a thousand of them.
  if (dayOf(End) === first) return [first];
  if (!isRealDate(first)) return [];
  const days = [first];
  for (let at = 1; at < 7 && atTime(addDays(first, at), '00:00') < End; at += 1) days.push(addDays(first, at));
  return days;
}

/** `10:00 AM to 10:45 AM` */
export function showSpan({ Start, End }: Span): string {
  return `${showTime(Start)} to ${showTime(End)}`;
}
