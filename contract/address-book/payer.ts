import { z } from 'zod';
import { PayerId } from '../base/ids.ts';
import { addressParts, choice, code, email, flag, line, listed, maybe, parts, phone } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { AppliedRules, DatedAppliedRules, payerKinds, usuallyApplied } from './applied-rules.ts';

/** X12 837P SBR09. */
export const claimFilingCodes = {
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
} as const;

/** So many contacts a payer has at most. */
export const mostPayerContacts = 20;

/** Who pays for treatment, with the people to ask there. */
export const payer = record({
  name: 'payer',
  entity: 'payers',
  feature: 'addressBook',
  path: '/payers',
  id: { PayerId },
  parent: null,
  // Who is billed is changed by who bills or sets payer rules.
  may: { any: ['access billing', 'access payer rules'] },
  fields: {
    Name: line('Name', 120),
    Kind: choice('Kind', payerKinds),
    /** NM109 of 2010BB, as the clearinghouse lists it; missing means paper or self-pay. */
    ElectronicPayerId: maybe(code('Electronic payer ID', 20)),
    ClaimFilingCode: choice('Claim filing code', claimFilingCodes),
    Phone: maybe(phone('Phone')),
    ...addressParts,
    /** Under which of the site's types reports count it. */
    PayerReportingTypeId: maybe(listed('Reporting type', 'payerReportingTypes')),
    Inactive: flag('Inactive'),
    contacts: parts('Contacts', {
      key: 'PayerContactId',
      noun: 'contact',
      most: mostPayerContacts,
      fields: {
        Name: line('Name', 80),
        Department: maybe(line('Department', 60)),
        Phone: maybe(phone('Phone')),
        Fax: maybe(phone('Fax')),
        Email: maybe(email('Email')),
      },
    }),
  },
  stored: {
    /** As they were in force when the payer was last saved; `payerOn` tells those of a day. */
    ...AppliedRules.shape,
    /** By day, oldest first, fallen back to the site's; empty where the payer's rules were never dated. */
    DatedRules: z.array(DatedAppliedRules),
    /** The payer that took this one's place; not in use any more. */
    MergedIntoId: PayerId.nullable(),
  },
  begins: ({ Kind }) => ({ ...usuallyApplied(Kind), DatedRules: [], MergedIntoId: null }),
  brief: ({ Name, ElectronicPayerId }) => [Name, ElectronicPayerId].filter(Boolean).join(' · '),
});

export const Payer = payer.Row;
export type Payer = z.output<typeof Payer>;

/** The payer with the rules that hold on a day. */
export function payerOn(of: Payer, day: string): Payer {
  const inForce = of.DatedRules.findLast(({ EffectiveFrom }) => EffectiveFrom === null || EffectiveFrom <= day);
  return inForce ? { ...of, ...AppliedRules.parse(inForce) } : of;
}
