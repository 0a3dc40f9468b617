import { addDays, wallTimeIn } from '../base/dates.ts';
import type { Visit } from '../visits/visit.ts';
import { momentOf, outOfQuiet, quietUntil } from './clock.ts';

const hourMs = 3_600_000;
/** So shortly before a visit nobody is reminded of it any more. */
const leastMs = 30 * 60_000;
/** A reminder that would come later than that says what the patient did not need to hear. */
const latestMs = 6 * hourMs;
/** Where the morning is too late, the evening before. */
const eveningTime = '20:30';

/**
 * When a reminder is to go out: whole days before at the time of day of the visit, whichever way the clocks were set
 * between; hours before by the hour; out of the quiet hours, towards the morning unless that comes too late.
 */
export function reminderTime(Start: string, hoursBefore: number, timeZone: string): Date {
  const start = momentOf(Start, timeZone);
  const isDays = hoursBefore % 24 === 0;
  const at = isDays
    ? momentOf(`${addDays(Start.slice(0, 10), -hoursBefore / 24)}${Start.slice(10)}`, timeZone)
    : new Date(start.getTime() - hoursBefore * hourMs);
  const morning = outOfQuiet(at, timeZone);
  if (morning.getTime() <= start.getTime() - hourMs) return morning;
  const wall = wallTimeIn(timeZone, at);
  const evening = wall.slice(11) < quietUntil ? addDays(wall.slice(0, 10), -1) : wall.slice(0, 10);
  return momentOf(`${evening}T${eveningTime}`, timeZone);
}

type Asked = {
  visit: Pick<Visit, 'Start' | 'stage'>;
  hoursBefore: number;
  /** When the visit was booked for that time; null where that is not known. */
  setAt: Date | null;
  timeZone: string;
  now: Date;
};

/** Whether a reminder is to go out now, later, or not at all: nobody is reminded of what they have just been told. */
export function reminderDecision({ visit, hoursBefore, setAt, timeZone, now }: Asked): 'send' | 'later' | 'never' {
  if (!['scheduled', 'confirmed'].includes(visit.stage)) return 'never';
  const at = reminderTime(visit.Start, hoursBefore, timeZone).getTime();
  if (setAt !== null && setAt.getTime() >= at) return 'never';
  if (now.getTime() < at) return 'later';
  const last = Math.min(at + latestMs, momentOf(visit.Start, timeZone).getTime() - leastMs);
  return now.getTime() <= last ? 'send' : 'never';
}
