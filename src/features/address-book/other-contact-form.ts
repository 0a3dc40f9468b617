import { z } from 'zod';
import type { OtherContact, OtherContactKind } from '#contract/address-book/contacts.ts';
import { addressOf, addressValues, digitsOrNull, orNull, typed, type AddressValues } from './form-parts.ts';

export const OtherContactForm = z
  .object({
    FirstName: z.string(),
    LastName: z.string(),
    Company: z.string(),
    Phone: typed.phone,
    Fax: typed.phone,
    Email: typed.email,
    PostalCode: typed.zip,
  })
  .refine((one) => `${one.FirstName}${one.LastName}${one.Company}`.trim() !== '', {
    error: 'Enter a name or a company.',
    path: ['LastName'],
  });

export type OtherContactValues = AddressValues & {
  Kind: OtherContactKind;
  FirstName: string;
  LastName: string;
  Company: string;
  Phone: string;
  Fax: string;
  Email: string;
  Inactive: boolean;
};

export function otherContactValues(of: OtherContact | null): OtherContactValues {
  return {
    Kind: of?.Kind ?? 'other',
    FirstName: of?.FirstName ?? '',
    LastName: of?.LastName ?? '',
    Company: of?.Company ?? '',
    Phone: of?.Phone ?? '',
    Fax: of?.Fax ?? '',
    Email: of?.Email ?? '',
    ...addressValues(of),
    Inactive: of?.Inactive ?? false,
  };
}

/** What the contract takes of a form that passed its schema. */
export function otherContactFields(values: OtherContactValues) {
  return {
    Kind: values.Kind,
    FirstName: orNull(values.FirstName),
    LastName: orNull(values.LastName),
    Company: orNull(values.Company),
    Phone: digitsOrNull(values.Phone),
    Fax: digitsOrNull(values.Fax),
    Email: orNull(values.Email),
    ...addressOf(values),
    Inactive: values.Inactive,
  };
}
