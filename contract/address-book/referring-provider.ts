import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { ReferringProviderId } from '../base/ids.ts';

/** Who sends patients; at how many offices somebody works, so many rows of the same person there may be. */
export const ReferringProvider = z.object({
  ReferringProviderId,
  FirstName: z.string(),
  LastName: z.string(),
  NationalProviderId: z.string().nullable(),
  Phone: z.string().nullable(),
  Fax: z.string().nullable(),
  /** Such as MD or NP. Fields from here on are missing on rows a device fetched before there were any. */
  Credential: z.string().nullable().optional(),
  PracticeName: z.string().nullable().optional(),
  Email: z.string().nullable().optional(),
  Address1: z.string().nullable().optional(),
  City: z.string().nullable().optional(),
  StateOrProvince: z.string().nullable().optional(),
  PostalCode: z.string().nullable().optional(),
  Inactive: z.boolean().optional(),
  /** Who took this one's place: the same person, entered twice. */
  MergedIntoId: ReferringProviderId.nullable().optional(),
  updated_at: Instant.optional(),
});
export type ReferringProvider = z.output<typeof ReferringProvider>;

export function referringName(one: Pick<ReferringProvider, 'FirstName' | 'LastName' | 'Credential'>): string {
  return `${one.LastName}, ${one.FirstName}${one.Credential ? `, ${one.Credential}` : ''}`;
}
