import { z } from 'zod';
import { PayerId } from '../base/ids.ts';

export const payerKinds = ['medicare', 'commercial', 'medicaid', 'workersComp', 'auto', 'selfPay'] as const;

/** X12 837P SBR09. */
export const ClaimFilingCode = z.enum([
  'MB',
  'MC',
  'CI',
  'BL',
  'HM',
  'WC',
  'AM',
  'CH',
  '12',
  '13',
  '16',
  'OF',
  'VA',
  'ZZ',
]);

export const Payer = z.object({
  PayerId,
  Name: z.string(),
  Kind: z.enum(payerKinds),
  /** NM109 of 2010BB; missing means paper or self-pay. */
  ElectronicPayerId: z.string().nullable(),
  ClaimFilingCode,
  /** CMS total-time rule or the AMA rule of eights (substantial portion), domain.md 6.1. */
  UnitMethod: z.enum(['cms', 'spm']),
  TherapyModifierRequired: z.boolean(),
  AssistantModifierRequired: z.boolean(),
  /** Bills G0283 in place of 97014. */
  SubstitutesG0283: z.boolean(),
  TimelyFilingDays: z.int(),
  Address1: z.string().nullable(),
  City: z.string().nullable(),
  StateOrProvince: z.string().nullable(),
  PostalCode: z.string().nullable(),
  Phone: z.string().nullable(),
  Inactive: z.boolean(),
});
export type Payer = z.output<typeof Payer>;
