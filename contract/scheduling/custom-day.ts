import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CustomDayId, ProviderId } from '../base/ids.ts';
import { OptionalLine } from '../base/text.ts';
import { ScheduleBlocks } from '../providers/schedule-blocks.ts';

/** What can be written of a custom day; no blocks: the provider does not work that day. */
export const CustomDayFields = z.strictObject({
  CustomDayId,
  ProviderId,
  day: DateString,
  blocks: ScheduleBlocks,
  Note: OptionalLine(200),
});

/** One per provider and day; it replaces the weekly Schedule of that day (spec 3). */
export const CustomDay = z.object({
  CustomDayId,
  ProviderId,
  day: DateString,
  blocks: ScheduleBlocks,
  Note: z.string().nullable(),
  updated_at: Instant,
});
export type CustomDay = z.output<typeof CustomDay>;
