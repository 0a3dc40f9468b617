import { z } from 'zod';
import { Instant } from '../base/dates.ts';

/** What a visit can be at a facility (spec 3); a deleted one stays for the visits that were of it. */
export const VisitType = z.object({
  VisitTypeId: z.uuid(),
  Name: z.string(),
  IsNonPatientVisit: z.boolean(),
  deleted_at: Instant.nullable(),
});
export type VisitType = z.output<typeof VisitType>;
