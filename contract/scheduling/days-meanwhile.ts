import { isSameValue } from '../base/same-value.ts';
import type { CustomDay } from './custom-day.ts';
import type { PlannedDay } from './planned-days.ts';

type SeenDay = Pick<CustomDay, 'ProviderId' | 'day' | 'blocks' | 'Note'>;

/** What a device tells of how it saw the days it writes: the custom ones among them; the others were as the week says. */
export type SeenDays = { customDays: SeenDay[] };

/** Days that are neither as the writer saw them nor as they want them: somebody else has changed them (sync.md). */
export function daysChangedMeanwhile(
  wanted: readonly PlannedDay[],
  seen: readonly SeenDay[],
  now: readonly SeenDay[],
): PlannedDay[] {
  return wanted.filter((day) => {
    const mine = day.isRemoved ? null : writtenOf(day);
    const there = writtenOf(now.find((one) => isSameDay(one, day)));
    const was = writtenOf(seen.find((one) => isSameDay(one, day)));
    return !isSameValue(there, was) && !isSameValue(there, mine);
  });
}

type OfDay = Pick<CustomDay, 'ProviderId' | 'day'>;

function isSameDay(one: OfDay, other: OfDay): boolean {
  return one.ProviderId === other.ProviderId && one.day === other.day;
}

function writtenOf(day: Pick<CustomDay, 'blocks' | 'Note'> | undefined) {
  return day ? { blocks: day.blocks, Note: day.Note } : null;
}
