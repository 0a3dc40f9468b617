import { minutesBetween } from '../base/dates.ts';
import { addMinutes } from '../scheduling/wall-time.ts';
import type { Visit } from './visit.ts';

/** What the clock says of a visit that did not start yet; minutes are whole. */
export type WaitMark =
  | { kind: 'late'; minutes: number }
  | { kind: 'waiting'; minutes: number; isLong: boolean }
  | { kind: 'overdue' };

/** A patient at the door a little after the hour is not late. */
const graceMinutes = 5;
/** From here on a wait is a long one, counted from when the visit could have started. */
const longMinutes = 15;

/**
 * How a visit stands against the clock, or null where it says nothing. Late is who may still come, before the visit's
 * end; after it, and of an earlier day, the visit only lacks its check-in. A wait is counted from the check-in until the
 * visit could have been over; after that nobody sits there any more and it only lacks its start.
 * `now` and `arrivedAt` are wall times of the visit's facility; `arrivedAt` is null where the check-in is not known.
 */
export function waitMark(
  { stage, Start, End }: Pick<Visit, 'stage' | 'Start' | 'End'>,
  arrivedAt: string | null,
  now: string,
): WaitMark | null {
  if (stage === 'scheduled' || stage === 'confirmed') {
    if (now >= End) return { kind: 'overdue' };
    const minutes = minutesBetween(Start, now);
    return minutes >= graceMinutes ? { kind: 'late', minutes } : null;
  }
  if (stage !== 'checkedIn') return null;
  const couldStart = arrivedAt !== null && arrivedAt > Start ? arrivedAt : Start;
  if (now >= addMinutes(couldStart, minutesBetween(Start, End))) return { kind: 'overdue' };
  if (arrivedAt === null || arrivedAt > now) return null;
  const isLong = minutesBetween(couldStart, now) >= longMinutes;
  return { kind: 'waiting', minutes: minutesBetween(arrivedAt, now), isLong };
}

/** On a card, where a name stands beside it: `Late 12 min`, `1 h 5 min wait`, `Overdue`. */
export function waitWords(mark: WaitMark): string {
  if (mark.kind === 'late') return `Late ${minutesWords(mark.minutes)}`;
  return mark.kind === 'waiting' ? `${minutesWords(mark.minutes)} wait` : 'Overdue';
}

function minutesWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
