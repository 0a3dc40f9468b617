import { z } from 'zod';
import type { PayerContact } from '#contract/address-book/contacts.ts';
import type { PayerDetail } from '#contract/address-book/endpoints.ts';
import type { PayerKind } from '#contract/address-book/payer.ts';
import { addressOf, addressValues, digitsOrNull, orNull, typed, type AddressValues } from './form-parts.ts';

export const kindNames: Record<PayerKind, string> = {
  medicare: 'Medicare',
  commercial: 'Commercial',
  medicaid: 'Medicaid',
  workersComp: "Workers' compensation",
  auto: 'Auto',
  selfPay: 'Self-pay',
};

/** X12 837P SBR09. */
export const filingNames: Record<string, string> = {
  MB: 'Medicare Part B',
  MC: 'Medicaid',
  CI: 'Commercial',
  BL: 'Blue Cross Blue Shield',
  HM: 'HMO',
  WC: "Workers' compensation",
  AM: 'Automobile medical',
  CH: 'TRICARE (CHAMPUS)',
  '12': 'PPO',
  '13': 'Point of service',
  '16': 'HMO Medicare risk',
  OF: 'Other federal program',
  VA: 'Veterans Affairs',
  ZZ: 'Mutually defined, self-pay',
};

/** What a claim says of a payer of a kind, until somebody chooses otherwise. */
export const filingOf: Record<PayerKind, string> = {
  medicare: 'MB',
  commercial: 'CI',
  medicaid: 'MC',
  workersComp: 'WC',
  auto: 'AM',
  selfPay: 'ZZ',
};

const ContactForm = z.object({
  Name: typed.name('Enter a name.'),
  Phone: typed.phone,
  Fax: typed.phone,
  Email: typed.email,
});

export const PayerForm = z.object({
  Name: typed.name('Enter the name.'),
  ElectronicPayerId: z.string().refine((text) => /^[A-Za-z0-9-]{0,20}$/.test(text.trim()), {
    error: 'A payer id is made of letters and digits.',
  }),
  Phone: typed.phone,
  PostalCode: typed.zip,
  contacts: z.array(ContactForm),
});

export type ContactValues = {
  PayerContactId: string;
  Name: string;
  Department: string;
  Phone: string;
  Fax: string;
  Email: string;
};
export type PayerValues = AddressValues & {
  Name: string;
  Kind: PayerKind;
  ElectronicPayerId: string;
  ClaimFilingCode: string;
  Phone: string;
  Inactive: boolean;
  PayerReportingTypeId: string | null;
  contacts: ContactValues[];
};

export function payerValues(of: PayerDetail | null): PayerValues {
  return {
    Name: of?.payer.Name ?? '',
    Kind: of?.payer.Kind ?? 'commercial',
    ElectronicPayerId: of?.payer.ElectronicPayerId ?? '',
    ClaimFilingCode: of?.payer.ClaimFilingCode ?? 'CI',
    Phone: of?.payer.Phone ?? '',
    ...addressValues(of?.payer ?? null),
    Inactive: of?.payer.Inactive ?? false,
    PayerReportingTypeId: of?.payer.PayerReportingTypeId ?? null,
    contacts: (of?.contacts ?? []).map(contactValues),
  };
}

function contactValues(of: PayerContact): ContactValues {
  const { PayerContactId, Name, Department, Phone, Fax, Email } = of;
  return { PayerContactId, Name, Department: Department ?? '', Phone: Phone ?? '', Fax: Fax ?? '', Email: Email ?? '' };
}

export function emptyContact(PayerContactId: string): ContactValues {
  return { PayerContactId, Name: '', Department: '', Phone: '', Fax: '', Email: '' };
}

/** What the contract takes of a form that passed its schema. */
export function payerFields(values: PayerValues) {
  return {
    Name: values.Name.trim(),
    Kind: values.Kind,
    ElectronicPayerId: orNull(values.ElectronicPayerId),
    // The select offers the contract's codes alone.
    ClaimFilingCode: values.ClaimFilingCode as never,
    Phone: digitsOrNull(values.Phone),
    ...addressOf(values),
    Inactive: values.Inactive,
    PayerReportingTypeId: values.PayerReportingTypeId,
    contacts: values.contacts.map((one) => ({
      PayerContactId: one.PayerContactId,
      Name: one.Name.trim(),
      Department: orNull(one.Department),
      Phone: digitsOrNull(one.Phone),
      Fax: digitsOrNull(one.Fax),
      Email: orNull(one.Email),
    })),
  };
}
