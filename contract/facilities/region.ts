import { z } from 'zod';
import { FacilityId, RegionId } from '../base/ids.ts';

/** Facilities that belong together (spec 3); a facility is in one region at most. */
export const Region = z.object({ RegionId, Name: z.string(), facilityIds: z.array(FacilityId) });
export type Region = z.output<typeof Region>;
