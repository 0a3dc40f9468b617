import { z } from 'zod';
import { EmailOrNull, PhoneDigits, ZipDigits } from '../base/contact-fields.ts';
import { Instant } from '../base/dates.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { UsState } from '../base/us-states.ts';

/** Where somebody is. */
export const addressFields = {
  Address1: OptionalLine(55),
  City: OptionalLine(30),
  StateOrProvince: UsState.nullable(),
  PostalCode: ZipDigits.nullable(),
};

/** So many contacts a payer has at most. */
export const mostPayerContacts = 20;

/** Whom to ask at a payer. */
export const PayerContact = z.strictObject({
  PayerContactId: z.uuid(),
  Name: Line(80),
  /** What they are asked about, such as authorizations. */
  Department: OptionalLine(60),
  Phone: PhoneDigits.nullable(),
  Fax: PhoneDigits.nullable(),
  Email: EmailOrNull,
});
export type PayerContact = z.output<typeof PayerContact>;

export const otherContactKinds = {
  adjuster: 'Claims adjuster',
  attorney: 'Attorney',
  caseManager: 'Case manager',
  employer: 'Employer',
  school: 'School',
  other: 'Other',
} as const;
export type OtherContactKind = keyof typeof otherContactKinds;

/** Somebody cases have to do with who neither pays nor refers. */
export const OtherContactFields = z.strictObject({
  Kind: z.enum(Object.keys(otherContactKinds) as [OtherContactKind, ...OtherContactKind[]]),
  FirstName: OptionalLine(60),
  LastName: OptionalLine(60),
  Company: OptionalLine(80),
  Phone: PhoneDigits.nullable(),
  Fax: PhoneDigits.nullable(),
  Email: EmailOrNull,
  ...addressFields,
  Inactive: z.boolean(),
});

export const OtherContact = z.object({
  OtherContactId: z.uuid(),
  Kind: OtherContactFields.shape.Kind,
  FirstName: z.string().nullable(),
  LastName: z.string().nullable(),
  Company: z.string().nullable(),
  Phone: z.string().nullable(),
  Fax: z.string().nullable(),
  Email: z.string().nullable(),
  Address1: z.string().nullable(),
  City: z.string().nullable(),
  StateOrProvince: z.string().nullable(),
  PostalCode: z.string().nullable(),
  Inactive: z.boolean(),
  updated_at: Instant,
});
export type OtherContact = z.output<typeof OtherContact>;

/** `Last, First` of a person, the company of one without a name. */
export function otherContactName(one: Pick<OtherContact, 'FirstName' | 'LastName' | 'Company'>): string {
  return [one.LastName, one.FirstName].filter(Boolean).join(', ') || (one.Company ?? '-');
}
