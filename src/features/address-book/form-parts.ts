import { z } from 'zod';
import { isNpi } from '#contract/base/npi.ts';

export const digits = (text: string): string => text.replace(/\D/g, '');
/** Empty text is a missing value. */
export const orNull = (text: string): string | null => text.trim() || null;
export const digitsOrNull = (text: string): string | null => digits(text) || null;

const maybe = (fits: (text: string) => boolean, error: string) =>
  z.string().refine((text) => text.trim() === '' || fits(text.trim()), { error });

/** What is typed into the fields of everybody in the address book; the sentences are the forms' own. */
export const typed = {
  name: (missing: string) => z.string().trim().min(1, missing),
  npi: maybe(
    (text) => isNpi(digits(text)),
    'This is not an NPI: it has ten digits, and the last one checks the others.',
  ),
  phone: maybe((text) => digits(text).length === 10, 'A phone number has ten digits.'),
  zip: maybe((text) => [5, 9].includes(digits(text).length), 'A ZIP code has five or nine digits.'),
  email: maybe((text) => z.email().max(120).safeParse(text).success, 'This is not an e-mail address.'),
};

export type AddressValues = { Address1: string; City: string; StateOrProvince: string | null; PostalCode: string };
type Address = { [K in keyof AddressValues]?: string | null | undefined };

export function addressValues(of: Address | null): AddressValues {
  return {
    Address1: of?.Address1 ?? '',
    City: of?.City ?? '',
    StateOrProvince: of?.StateOrProvince ?? null,
    PostalCode: of?.PostalCode ?? '',
  };
}

export function addressOf(values: AddressValues) {
  return {
    Address1: orNull(values.Address1),
    City: orNull(values.City),
    // The select offers the contract's states alone.
    StateOrProvince: values.StateOrProvince as never,
    PostalCode: digitsOrNull(values.PostalCode),
  };
}
