import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { definedFields } from '../base/defined-fields.ts';
import {
  AppliedRules,
  ChartRules,
  isGovernment,
  usuallyApplied,
  type DatedAppliedRules,
  type PayerKind,
} from './applied-rules.ts';
import { usuallyAsked } from './chart-rules.ts';

/** Two letters or digits, such as `59` or `GP`. */
export const Modifier = z
  .string()
  .max(2)
  .regex(/^[A-Z0-9]{2}$/, { error: 'must be two capital letters or digits' });

const day = z.int().min(1).max(1_095);
/** 0 is none. */
const orNone = (most: number) => z.int().min(0).max(most);

/** What a payer asks of visits, notes and claims (domain.md 3.9). */
export const PayerRules = z.strictObject({
  ...AppliedRules.shape,
  TimelyFilingDays: day,
  /** Whose way of counting units holds where primary and secondary payer differ. */
  UnitConflictPolicy: z.enum(['followPrimary', 'alwaysCms']),
  MinutesRequired: z.boolean(),
  UnitsAutoCalculated: z.boolean(),
  TotalsLocked: z.boolean(),
  /** National Correct Coding Initiative. */
  CciEdits: z.boolean(),
  AuthorizationRequired: z.enum(['none', 'beforeEval', 'afterEval']),
  ScriptRequired: z.boolean(),
  CertificationPeriodDays: orNone(365),
  /** After how many visits a progress note is due. */
  ProgressNoteVisits: orNone(99),
  VisitTimeRequired: z.boolean(),
  MinUnits: orNone(32),
  MaxUnits: orNone(32),
  AssistantMayFinalize: z.boolean(),
  ComplexityElementsRequired: z.boolean(),
  AdditionalModifiers: z.array(Modifier).max(3),
  ClaimsBy: z.enum(['electronic', 'paper']),
  /** The primary payer sends the claim on to the secondary by itself. */
  SecondaryAutoCross: z.boolean(),
});
export type PayerRules = z.output<typeof PayerRules>;

/** Rules somebody set; what is missing falls back: a payer's to the site's, the site's to what is usual for the kind. */
export const SomeRules = PayerRules.partial();
export type SomeRules = z.output<typeof SomeRules>;

/** Rules from a day on, in place of those before; null is from the beginning. */
export const DatedRules = z.strictObject({ EffectiveFrom: DateString.nullable(), rules: SomeRules });
export type DatedRules = z.output<typeof DatedRules>;

/** A history of rules: always one from the beginning, never two from one day. */
export const RulesHistory = z
  .array(DatedRules)
  .min(1)
  .max(40)
  .refine((all) => all.filter(({ EffectiveFrom }) => EffectiveFrom === null).length === 1, {
    error: 'must have one set of rules from the beginning',
  })
  .refine((all) => new Set(all.map(({ EffectiveFrom }) => EffectiveFrom)).size === all.length, {
    error: 'must not have two sets of rules from one day',
  });

/** What is usual for a kind of payer: CCI edits are advised for Medicare, not for workers' compensation and auto. */
export function usualRules(kind: PayerKind): PayerRules {
  const isLiability = kind === 'workersComp' || kind === 'auto';
  return {
    ...usuallyApplied(kind),
    UnitConflictPolicy: 'followPrimary',
    MinutesRequired: true,
    UnitsAutoCalculated: true,
    TotalsLocked: false,
    CciEdits: !isLiability && kind !== 'selfPay',
    ...usuallyAsked(kind),
    MinUnits: 0,
    MaxUnits: 0,
    AdditionalModifiers: [],
    ClaimsBy: isLiability || kind === 'selfPay' ? 'paper' : 'electronic',
    SecondaryAutoCross: kind === 'medicare',
  };
}

export function sortedHistory(history: readonly DatedRules[]): DatedRules[] {
  return history.toSorted((a, b) => (a.EffectiveFrom ?? '').localeCompare(b.EffectiveFrom ?? ''));
}

/** What was set for a day. */
export function rulesSetOn(history: readonly DatedRules[], date: string): SomeRules {
  const set = sortedHistory(history).findLast((one) => one.EffectiveFrom === null || one.EffectiveFrom <= date);
  return set?.rules ?? {};
}

/** Every rule of a payer on a day. */
export function rulesOn(
  kind: PayerKind,
  own: readonly DatedRules[],
  ofSite: readonly DatedRules[],
  date: string,
): PayerRules {
  const usual = usualRules(kind);
  const site = { ...usual, ...definedFields(rulesSetOn(ofSite, date)) };
  const fallback = isGovernment(kind) ? { ...site, ...AppliedRules.parse(usual) } : site;
  return { ...fallback, ...definedFields(rulesSetOn(own, date)) };
}

/** Before every date there is. */
const beginning = '0001-01-01';

/** The rules devices apply, day by day they change on, oldest first. */
export function appliedHistory(
  kind: PayerKind,
  own: readonly DatedRules[],
  ofSite: readonly DatedRules[],
): DatedAppliedRules[] {
  const days = new Set([...own, ...ofSite].map(({ EffectiveFrom }) => EffectiveFrom));
  const dated = [...days].filter((each) => each !== null).toSorted();
  const all = [null, ...dated].map((EffectiveFrom) => {
    const rules = rulesOn(kind, own, ofSite, EffectiveFrom ?? beginning);
    return { EffectiveFrom, ...AppliedRules.parse(rules), ...ChartRules.parse(rules) };
  });
  return all.filter((one, at) => at === 0 || !areSame(one, all[at - 1]));
}

function areSame(a: DatedAppliedRules, b: DatedAppliedRules | undefined): boolean {
  return JSON.stringify({ ...a, EffectiveFrom: null }) === JSON.stringify({ ...b, EffectiveFrom: null });
}
