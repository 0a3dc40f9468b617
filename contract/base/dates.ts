import { z } from 'zod';

/** A calendar date, `YYYY-MM-DD`; never a Date, never shifted by a time zone. */
export const DateString = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => isRealDate(text), { error: 'is not a real date' });
/** A clinic's wall time without zone, `YYYY-MM-DDTHH:mm`; the zone is the facility's. */
export const WallTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isRealDate(text.slice(0, 10)), { error: 'is not a real time' });
/** A moment on the server's clock, ISO 8601 with zone and microseconds as PostgreSQL gives it. */
export const Instant = z
  .string()
  .regex(
    /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/,
  );

export function isRealDate(text: string): boolean {
  // No calendar, and no database, has a year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00Z`);
  return Number.isFinite(ms) && dateOf(ms) === text;
}

// Whole days in UTC: no zone and no daylight saving can shift them.
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00Z`) + days * 86_400_000);
}

/** MM/DD/YYYY (spec 5); a dash when empty. */
export function showDate(date: string | null | undefined): string {
  if (!date) return '-';
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** From one date to another, either of which may be missing; empty where both are. */
export function showSpan({ Start, End }: { Start: string | null; End: string | null }): string {
  if (Start && End) return `${showDate(Start)} to ${showDate(End)}`;
  if (Start) return `from ${showDate(Start)}`;
  return End ? `until ${showDate(End)}` : '';
}

/** `10:30 AM` from a wall time. */
export function showTime(wallTime: string): string {
  const hour = Number(wallTime.slice(11, 13));
  return `${hour % 12 || 12}:${wallTime.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Whole years between a birth date and another date. */
export function ageOn(birth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Whole minutes from one wall time to another. */
export function minutesBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000);
}

/** One for each zone: to make one takes longer than all it does, and screens ask at every drawing. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** The wall time of a moment in a zone, `YYYY-MM-DDTHH:mm`. */
export function wallTimeIn(timeZone: string, moment: Date): string {
  const parts = clockOf(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '00';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The day of an instant by the clock of a place, not by UTC: in the evening they differ. */
export function dayIn(timeZone: string, instant: string): string {
  return wallTimeIn(timeZone, new Date(instant)).slice(0, 10);
}
