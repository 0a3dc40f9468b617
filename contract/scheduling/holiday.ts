import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { FacilityId, HolidayId } from '../base/ids.ts';
import { Line } from '../base/text.ts';

export const HolidayFields = z.strictObject({
  HolidayId,
  day: DateString,
  Name: Line(60),
  /** Null: every facility. */
  FacilityIds: z.array(FacilityId).min(1).max(500).nullable(),
});

/** A day on which facilities are closed. */
export const Holiday = z.object({
  HolidayId,
  day: DateString,
  Name: z.string(),
  FacilityIds: z.array(FacilityId).nullable(),
  updated_at: Instant,
});
export type Holiday = z.output<typeof Holiday>;
