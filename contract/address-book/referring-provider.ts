import { z } from 'zod';
import { ReferringProviderId } from '../base/ids.ts';

export const ReferringProvider = z.object({
  ReferringProviderId,
  FirstName: z.string(),
  LastName: z.string(),
  NationalProviderId: z.string().nullable(),
  Phone: z.string().nullable(),
  Fax: z.string().nullable(),
});
export type ReferringProvider = z.output<typeof ReferringProvider>;
