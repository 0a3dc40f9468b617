import { z } from 'zod';
import { DateString } from '../base/dates.ts';

export const payerKinds = {
  medicare: 'Medicare',
  commercial: 'Commercial',
  medicaid: 'Medicaid',
  workersComp: "Workers' compensation",
  auto: 'Auto',
  selfPay: 'Self-pay',
} as const;
export type PayerKind = keyof typeof payerKinds;

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

/** What a payer asks of a case and its notes, on devices too, where clocks are told and notes signed. 0 is none. */
const chartRules = {
  AuthorizationRequired: z.enum(['none', 'beforeEval', 'afterEval']),
  ScriptRequired: z.boolean(),
  CertificationPeriodDays: z.int(),
  ProgressNoteVisits: z.int(),
  /** An assistant's signature needs no other, where the site and the assistant's notes permission agree. */
  AssistantMayFinalize: z.boolean(),
  /** An evaluation says what its complexity rests on. */
  ComplexityElementsRequired: z.boolean(),
  /** The minutes of a visit must not exceed its time: what is a warning elsewhere keeps the note from being signed. */
  VisitTimeRequired: z.boolean(),
};
export const ChartRules = z.object(chartRules);
export type ChartRules = z.output<typeof ChartRules>;

/** Rules from a day on; null is from the beginning. A row of before may lack what a payer asks of a case. */
export const DatedAppliedRules = z.object({
  EffectiveFrom: DateString.nullable(),
  ...appliedRules,
  ...ChartRules.partial().shape,
});
export type DatedAppliedRules = z.output<typeof DatedAppliedRules>;

/**
 * Payers whose way of billing is the law's: the site's defaults do not reach the rules devices apply, only the payer's
 * own do.
 */
export function isGovernment(kind: PayerKind): boolean {
  return kind === 'medicare' || kind === 'medicaid';
}

const timelyFiling: { [K in PayerKind]?: number } = { medicare: 365, medicaid: 90 };

/** What is usual for a kind of payer. */
export function usuallyApplied(kind: PayerKind): AppliedRules {
  const government = isGovernment(kind);
  return {
    UnitMethod: government ? 'cms' : 'spm',
    TherapyModifierRequired: government,
    AssistantModifierRequired: government,
    SubstitutesG0283: government,
    TimelyFilingDays: timelyFiling[kind] ?? 180,
  };
}
