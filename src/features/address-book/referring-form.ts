import { z } from 'zod';
import type { ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { addressOf, addressValues, digitsOrNull, orNull, typed, type AddressValues } from './form-parts.ts';

export const ReferringForm = z.object({
  FirstName: typed.name('Enter the first name.'),
  LastName: typed.name('Enter the last name.'),
  NationalProviderId: typed.npi,
  Phone: typed.phone,
  Fax: typed.phone,
  Email: typed.email,
  PostalCode: typed.zip,
});

export type ReferringValues = AddressValues & {
  FirstName: string;
  LastName: string;
  Credential: string;
  PracticeName: string;
  NationalProviderId: string;
  Phone: string;
  Fax: string;
  Email: string;
  Inactive: boolean;
};

export function referringValues(of: ReferringProvider | null): ReferringValues {
  return {
    FirstName: of?.FirstName ?? '',
    LastName: of?.LastName ?? '',
    Credential: of?.Credential ?? '',
    PracticeName: of?.PracticeName ?? '',
    NationalProviderId: of?.NationalProviderId ?? '',
    Phone: of?.Phone ?? '',
    Fax: of?.Fax ?? '',
    Email: of?.Email ?? '',
    ...addressValues(of),
    Inactive: of?.Inactive ?? false,
  };
}

/** What the contract takes of a form that passed its schema. */
export function referringFields(values: ReferringValues) {
  return {
    FirstName: values.FirstName.trim(),
    LastName: values.LastName.trim(),
    Credential: orNull(values.Credential),
    PracticeName: orNull(values.PracticeName),
    NationalProviderId: digitsOrNull(values.NationalProviderId),
    Phone: digitsOrNull(values.Phone),
    Fax: digitsOrNull(values.Fax),
    Email: orNull(values.Email),
    ...addressOf(values),
    Inactive: values.Inactive,
  };
}
