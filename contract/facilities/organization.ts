import { z } from 'zod';
import { OrganizationId } from '../base/ids.ts';

/** The legal entity that bills: X12 837P loop 2010AA. */
export const Organization = z.object({
  OrganizationId,
  Name: z.string(),
  NationalProviderId: z.string(),
  /** Nine digits, no dash (REF*EI). */
  TaxId: z.string(),
  Taxonomy: z.string(),
  Address1: z.string(),
  City: z.string(),
  StateOrProvince: z.string().length(2),
  /** Nine digits, no dash. */
  PostalCode: z.string(),
  Phone: z.string(),
  ContactName: z.string(),
  /** ISA06 / GS02 and NM1*41 of our interchanges. */
  SubmitterId: z.string(),
  /** ISA08 / GS03 and NM1*40: the clearinghouse. */
  ReceiverId: z.string(),
  ReceiverName: z.string(),
});
export type Organization = z.output<typeof Organization>;
