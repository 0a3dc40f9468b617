import { z } from 'zod';
import { Instant } from '../base/dates.ts';

/** The clock of a tablet beside the server's, as both stood when it last heard of the server. */
export const TabletClock = z.strictObject({
  /** By the server. */
  heardAt: Instant,
  /** By so many ms the tablet was ahead; negative: behind. */
  aheadMs: z.int(),
});
export type TabletClock = z.output<typeof TabletClock>;

/** How the time of an arrival was found, where the tablet's clock was wrong. */
export const clockFaults = ['corrected', 'receipt'] as const;
export type ClockFault = (typeof clockFaults)[number];

/** Less is the time that a call takes, and no clock on a wall is more exact. */
const wrongFromMs = 2 * 60_000;

type Told = {
  /** By the tablet's clock. */
  told: Date;
  /** Undefined of a tablet that never told. */
  clock: TabletClock | undefined;
  receivedAt: Date;
};

/**
 * When an arrival was taken without a connection: by the tablet's clock less what it was ahead. A time before the tablet
 * last heard of the server, or after the server received it, cannot be: its clock was set meanwhile, and the time of
 * receipt counts. Never later than that.
 */
export function arrivalTime({ told, clock, receivedAt }: Told): { at: Date; fault: ClockFault | null } {
  const at = told.getTime() - (clock?.aheadMs ?? 0);
  const from = clock ? Date.parse(clock.heardAt) - wrongFromMs : -Infinity;
  if (at < from || at > receivedAt.getTime() + wrongFromMs) return { at: receivedAt, fault: 'receipt' };
  return {
    at: new Date(Math.min(at, receivedAt.getTime())),
    fault: clock && isWrong(clock.aheadMs) ? 'corrected' : null,
  };
}

/** Whether a clock is far enough off to be told of. */
export const isWrong = (aheadMs: number): boolean => Math.abs(aheadMs) >= wrongFromMs;

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `12 minutes behind`, `1 day ahead`: in the largest unit that it fills, rounded down. */
export function showAhead(aheadMs: number): string {
  const off = Math.abs(aheadMs);
  const [unit, ms] = units.find(([, one]) => off >= one) ?? ['minute', 60_000];
  const count = Math.floor(off / ms);
  return `${count} ${unit}${count === 1 ? '' : 's'} ${aheadMs < 0 ? 'behind' : 'ahead'}`;
}
