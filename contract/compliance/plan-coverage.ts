import { addDays } from '../base/dates.ts';
import type { Rule } from './clock.ts';
import { lawRule, payerRule } from './clock.ts';
import type { ClockPlan, ComplianceFacts } from './facts.ts';
import { lawsOn } from './laws.ts';
import { insurers, medicareOf, smallestOf } from './payer-demands.ts';
import { treatmentDays } from './visits-of-facts.ts';

export type CoveredPlan = {
  plan: ClockPlan;
  isInitial: boolean;
  /** The day its days are counted from: the initial treatment for the first plan. */
  countsFrom: string;
  /** Null where neither plan, payer nor law says. */
  lastDay: string | null;
  /** Whether its days are counted from a first treatment that may not be seen: it may end before `lastDay` then. */
  mayEndEarlier: boolean;
  rule: Rule;
};

/** Plans by their first day, each with the last day it covers: the earliest of what plan, referrer, payer and law say. */
export function coveredPlans(facts: ComplianceFacts): CoveredPlan[] {
  const first = treatmentDays(facts)[0] ?? null;
  const sorted = facts.plans.toSorted((a, b) => a.From.localeCompare(b.From));
  return sorted.map((plan, at) => {
    const countsFrom = at === 0 ? (first ?? plan.From) : plan.From;
    const { isCounted, ...end } = lastDayOf(plan, countsFrom, facts);
    const mayEndEarlier = facts.areVisitsPartial && at === 0 && isCounted;
    return { plan, isInitial: at === 0, countsFrom, mayEndEarlier, ...end };
  });
}

function lastDayOf(plan: ClockPlan, countsFrom: string, facts: ComplianceFacts) {
  const ends: { lastDay: string; rule: Rule }[] = [];
  const add = (lastDay: string | null, rule: Rule) => lastDay !== null && ends.push({ lastDay, rule });
  const payers = insurers(facts.payers ?? []);
  const law = lawsOn(countsFrom, facts.laws).planDays;
  const own = smallestOf(payers, 'CertificationPeriodDays');
  if (law && medicareOf(payers) && facts.discipline !== 'DC') {
    const text = `A plan of care covers at most ${law.value} days, counting the first day of treatment.`;
    add(addDays(countsFrom, law.value - 1), lawRule(text, law));
  }
  if (own) {
    const text = `${own.payer.Name} asks for a new certification after ${own.value} days.`;
    add(addDays(countsFrom, own.value - 1), payerRule(text, own.payer));
  }
  const isCounted = ends.length > 0;
  const source = 'The plan of care';
  add(plan.To, { text: 'A plan of care covers the days it states.', source, since: plan.From });
  add(plan.limitedTo, { text: 'The referrer may allow fewer days.', source, since: plan.From });
  const none = { lastDay: null, rule: { text: 'A plan of care states its last day.', source, since: plan.From } };
  const earliest = ends.toSorted((a, b) => a.lastDay.localeCompare(b.lastDay))[0] ?? none;
  return { ...earliest, isCounted };
}

/** The plan that covers a day, the latest where two do; for what a claim says of its visit's day. */
export function planOn(plans: readonly CoveredPlan[], day: string): CoveredPlan | null {
  return (
    plans.findLast(({ plan, countsFrom, lastDay }) => {
      const from = plan.From < countsFrom ? plan.From : countsFrom;
      return from <= day && lastDay !== null && day <= lastDay;
    }) ?? null
  );
}
