import { z } from 'zod';
import { EmailOrNull, PhoneDigits, ZipDigits } from '../base/contact-fields.ts';
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
