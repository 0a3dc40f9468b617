import { definedFields } from '../base/defined-fields.ts';
import { ChartRules, isGovernment, type PayerKind } from './applied-rules.ts';
import type { Payer } from './payer.ts';

/** What a kind of payer usually asks of a case before it pays (domain.md 3.9). */
export function usuallyAsked(kind: PayerKind): ChartRules {
  const government = isGovernment(kind);
  const isLiability = kind === 'workersComp' || kind === 'auto';
  return {
    AuthorizationRequired: isLiability ? 'beforeEval' : 'none',
    ScriptRequired: isLiability,
    CertificationPeriodDays: government ? 90 : 0,
    ProgressNoteVisits: kind === 'medicare' ? 10 : 0,
    AssistantMayFinalize: !government,
    ComplexityElementsRequired: government,
    // No law asks for it: CMS ch. 15 §220.3 E wants the minutes, not the clock.
    VisitTimeRequired: false,
  };
}

/** What a payer asks on a day; of rules that were never dated what is usual, and what a row of before lacks is missing. */
export function chartRulesOn(
  { Kind, DatedRules }: Pick<Payer, 'Kind' | 'DatedRules'>,
  day: string,
): Partial<ChartRules> {
  if (DatedRules.length === 0) return usuallyAsked(Kind);
  const inForce = DatedRules.findLast(({ EffectiveFrom }) => EffectiveFrom === null || EffectiveFrom <= day);
  return inForce ? (definedFields(ChartRules.partial().parse(inForce)) as Partial<ChartRules>) : usuallyAsked(Kind);
}
