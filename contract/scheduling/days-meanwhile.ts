import { z } from 'zod';
import { isSameValue } from '../base/same-value.ts';
import { CustomDay } from './custom-day.ts';
import type { PlannedDay } from './planned-days.ts';

type OfDay = Pick<CustomDay, 'ProviderId' | 'day'>;
type Hours = Pick<CustomDay, 'blocks' | 'Note'>;

/** How a day was when somebody planned another one in its place: null was as the week says. */
const SeenDay = CustomDay.pick({ ProviderId: true, day: true }).extend({
  was: CustomDay.pick({ blocks: true, Note: true }).nullable(),
});
export type SeenDay = z.output<typeof SeenDay>;

/** What a device tells with the days it writes. Of a day that is not among them it knew nothing. */
export const SeenDays = z.object({ seen: z.array(SeenDay).max(200).default([]) });
export type SeenDays = z.output<typeof SeenDays>;

/** The days as somebody sees them who is shown these custom days. */
export function seenIn(days: readonly OfDay[], shown: readonly (OfDay & Hours)[]): SeenDay[] {
  return days.map(({ ProviderId, day }) => ({
    ProviderId,
    day,
    was: writtenOf(shown.find((one) => isSameDay(one, { ProviderId, day }))),
  }));
}

/** Days that are neither as the writer saw them nor as they want them: somebody else has changed them (sync.md). */
export function daysChangedMeanwhile(
  wanted: readonly PlannedDay[],
  seen: readonly SeenDay[],
  now: readonly (OfDay & Hours)[],
): PlannedDay[] {
  return wanted.filter((day) => {
    const before = seen.find((one) => isSameDay(one, day));
    if (!before) return false;
    const there = writtenOf(now.find((one) => isSameDay(one, day)));
    const mine = day.isRemoved ? null : writtenOf(day);
    return !isSameValue(there, before.was) && !isSameValue(there, mine);
  });
}

function isSameDay(one: OfDay, other: OfDay): boolean {
  return one.ProviderId === other.ProviderId && one.day === other.day;
}

function writtenOf(day: Hours | undefined): Hours | null {
  return day ? { blocks: day.blocks, Note: day.Note } : null;
}
