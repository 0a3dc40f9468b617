import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { PayerId } from '../base/ids.ts';

export const payerKinds = ['medicare', 'commercial', 'medicaid', 'workersComp', 'auto', 'selfPay'] as const;
export type PayerKind = (typeof payerKinds)[number];

/** X12 837P SBR09. */
export const claimFilingCodes = [
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
] as const;
export const ClaimFilingCode = z.enum(claimFilingCodes);

/** The rules every device applies by itself; the others are kept on the server (payer-rules.ts). */
const appliedRules = {
  /** CMS total-time rule or the AMA rule of eights (substantial portion), domain.md 6.1. */
  UnitMethod: z.enum(['cms', 'spm']),
  TherapyModifierRequired: z.boolean(),
  AssistantModifierRequired: z.boolean(),
  /** Bills G0283 in place of 97014. */
  SubstitutesG0283: z.boolean(),
  TimelyFilingDays: z.int(),
};
export const AppliedRules = z.object(appliedRules);
export type AppliedRules = z.output<typeof AppliedRules>;

/** Rules from a day on; null is from the beginning. */
export const DatedAppliedRules = z.object({ EffectiveFrom: DateString.nullable(), ...appliedRules });
export type DatedAppliedRules = z.output<typeof DatedAppliedRules>;

export const Payer = z.object({
  PayerId,
  Name: z.string(),
  Kind: z.enum(payerKinds),
  /** NM109 of 2010BB; missing means paper or self-pay. */
  ElectronicPayerId: z.string().nullable(),
  ClaimFilingCode,
  /** As they were in force when the payer was last saved; `payerOn` tells those of a day. */
  ...appliedRules,
  Address1: z.string().nullable(),
  City: z.string().nullable(),
  StateOrProvince: z.string().nullable(),
  PostalCode: z.string().nullable(),
  Phone: z.string().nullable(),
  Inactive: z.boolean(),
  /** By day, oldest first, fallen back to the site's; empty where the payer's rules were never dated. */
  DatedRules: z.array(DatedAppliedRules).optional(),
  /** Under which of the site's types reports count it; missing in a row of an older server. */
  PayerReportingTypeId: z.uuid().nullable().optional(),
  /** The payer that took this one's place; not in use any more. */
  MergedIntoId: PayerId.nullable().optional(),
  updated_at: Instant.optional(),
});
export type Payer = z.output<typeof Payer>;

/** The payer with the rules that hold on a day. */
export function payerOn(payer: Payer, day: string): Payer {
  const inForce = (payer.DatedRules ?? []).findLast(
    ({ EffectiveFrom }) => EffectiveFrom === null || EffectiveFrom <= day,
  );
  return inForce ? { ...payer, ...AppliedRules.parse(inForce) } : payer;
}
