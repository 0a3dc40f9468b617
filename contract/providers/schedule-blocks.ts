import { z } from 'zod';
import { FacilityId } from '../base/ids.ts';

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:30' });
const Block = z
  .strictObject({ start: ClockTime, end: ClockTime, FacilityId })
  .refine((block) => block.start < block.end, { error: 'must end after it starts' });
export type ScheduleBlock = z.output<typeof Block>;

/** The times of one day; they may touch but not overlap. */
export const ScheduleBlocks = z.array(Block).max(6).refine(isWithoutOverlap, { error: 'has times that overlap' });

function isWithoutOverlap(day: readonly ScheduleBlock[]): boolean {
  const sorted = day.toSorted((a, b) => a.start.localeCompare(b.start));
  return sorted.every((block, at) => at === 0 || block.start >= (sorted[at - 1]?.end ?? ''));
}

/** The first thing wrong with a day's times as they are typed, or null. */
export function dayProblem(day: readonly ScheduleBlock[]): string | null {
  if (day.some((block) => block.start === '' || block.end === '')) return 'A time is missing.';
  if (day.some((block) => block.start >= block.end)) return 'A time ends before it starts.';
  const sorted = day.toSorted((a, b) => a.start.localeCompare(b.start));
  const isOverlapping = sorted.some((block, at) => at > 0 && block.start < (sorted[at - 1]?.end ?? ''));
  return isOverlapping ? 'These times overlap.' : null;
}
