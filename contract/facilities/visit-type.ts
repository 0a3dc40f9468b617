import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { BilledDiscipline } from '../base/discipline.ts';

export const VisitMinutes = z.int().min(5).max(480);
/** Whether a visit may lie over another one of its provider: never, when somebody says so, or always. */
export const OverlapRule = z.enum(['no', 'ask', 'yes']);
export type OverlapRule = z.output<typeof OverlapRule>;
/** More than one: a group, so many of this type at once. */
export const VisitCapacity = z.int().min(1).max(60);

/** What a visit can be at a facility (spec 3); a deleted one stays for the visits that were of it. */
export const VisitType = z.object({
  VisitTypeId: z.uuid(),
  Name: z.string(),
  IsNonPatientVisit: z.boolean(),
  /** How long it takes unless told otherwise. */
  Minutes: VisitMinutes.default(45),
  Overlap: OverlapRule.default('ask'),
  Capacity: VisitCapacity.default(1),
  /** For whose cases it is booked; without one its name says so (types-for.ts). A row of before lacks it. */
  Discipline: BilledDiscipline.nullable().optional(),
  /** What it was called before, the oldest name first: visits booked then have that name. One never renamed lacks it. */
  FormerNames: z.array(z.string()).optional(),
  deleted_at: Instant.nullable(),
});
export type VisitType = z.output<typeof VisitType>;
