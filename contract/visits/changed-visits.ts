import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { VisitId } from '../base/ids.ts';

/** Every visit a call has changed, with its `updated_at` before and after; null: it was made. */
export const ChangedVisits = z.array(z.object({ VisitId, was: Instant.nullable(), is: Instant }));
export type ChangedVisits = z.output<typeof ChangedVisits>;
