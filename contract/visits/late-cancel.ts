import { minutesBetween } from '../base/dates.ts';

/** Whether a visit that is let go now, in wall time, counts as cancelled late: nobody else can be asked that shortly before. */
export function isLate({ Start }: { Start: string }, now: string, hours: number): boolean {
  return minutesBetween(now, Start) < hours * 60;
}
