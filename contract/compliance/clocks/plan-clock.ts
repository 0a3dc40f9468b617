import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import { addDays, showDate } from '../../base/dates.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, coverageClock, type Clock, type Rule } from '../clock.ts';
import { soonDays, stateOn } from '../days-left.ts';
import type { ComplianceFacts } from '../facts.ts';
import { demandOf, insurers, medicareOf } from '../payer-demands.ts';
import { coveredPlans, planOn, type CoveredPlan } from '../plan-coverage.ts';
import { treatedVisits, treatmentDays, upcomingVisits } from '../visits-of-facts.ts';

const rule: Rule = {
  text: 'Every visit needs a plan of care that covers its day.',
  source: 'Medicare Benefit Policy Manual, chapter 15, section 220.1.2',
  since: null,
};

/** How long the current plan of care still covers visits; null where no payer asks for a plan and none is written. */
export function planClock(facts: ComplianceFacts): Clock | null {
  const plans = coveredPlans(facts);
  const at = Math.max(
    0,
    plans.findLastIndex(({ plan }) => plan.From <= facts.today),
  );
  const current = plans[at];
  if (!current) return withoutPlan(facts);
  const { plan, countsFrom, rule } = current;
  // The days of the first plan are counted from the first treatment, which who sees some visits may not see.
  const isCountKnown = !(facts.areVisitsPartial && current.isInitial);
  const from = isCountKnown ? countsFrom : null;
  const common = { kind: 'planDays', aboutId: plan.PlanOfCareId, from } as const;
  const daysTo = (day: string) => (from === null ? null : Math.max(0, daysThrough(from, day)));
  const on = treatedVisits(facts).map((visit) => ({ visit, by: planOn(plans, dayOf(visit.Start)) }));
  const uncovered = on.flatMap(({ visit, by }) => (by === null ? [visit] : []));
  const isInDoubt = uncovered.length === 0 && on.some(({ by }) => by?.mayEndEarlier);
  if (current.mayEndEarlier || (isInDoubt && needsPlan(facts) === true)) return notSeen(common.aboutId, rule);
  const last = lastOfChain(plans, at);
  if (last.lastDay === null) {
    const fix = { action: 'recertify', label: 'Enter the last day of the plan' } as const;
    return clockOf({ ...common, rule, state: 'unknown', sentence: 'The plan of care states no last day.', fix });
  }
  const falls = upcomingVisits(facts).find(({ Start }) => dayOf(Start) > (last.lastDay ?? '')) ?? null;
  const state = stateOn(last.lastDay, facts.today, soonDays.plan);
  const beyond = falls ? ` The visit on ${showDate(dayOf(falls.Start))} is past it.` : '';
  const verb = state === 'late' ? 'ended' : 'covers visits through';
  return coverageClock({
    ...common,
    state,
    dueOn: last.lastDay,
    used: daysTo(facts.today),
    of: daysTo(last.lastDay),
    fallsOnVisitId: falls?.VisitId ?? null,
    uncovered: needsPlan(facts) === true ? uncovered : [],
    sentence: `The plan of care ${verb} ${showDate(last.lastDay)}.${beyond}`,
    rule: last.rule,
    fix: state === 'ok' && !falls ? null : { action: 'recertify', label: 'Write the next plan of care' },
  });
}

function notSeen(aboutId: string | null, of: Rule): Clock {
  const sentence = 'You can’t see all visits of this case, so the days its plan of care covers are not known.';
  return clockOf({ kind: 'planDays', aboutId, state: 'unknown', sentence, rule: of });
}

/** Plans that follow without a gap cover as one. */
function lastOfChain(plans: readonly CoveredPlan[], at: number): Pick<CoveredPlan, 'lastDay' | 'rule'> {
  let last = plans[at];
  for (const next of plans.slice(at + 1)) {
    if (!last || last.lastDay === null || next.plan.From > addDays(last.lastDay, 1)) break;
    if (next.lastDay !== null && next.lastDay > last.lastDay) last = next;
  }
  return last ?? { lastDay: null, rule };
}

/** Both days counted. */
function daysThrough(from: string, to: string): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from)) + 1;
}

function needsPlan(facts: ComplianceFacts): boolean | 'unknown' {
  const payers = insurers(facts.payers ?? []);
  if (medicareOf(payers)) return true;
  const demand = demandOf(payers, 'CertificationPeriodDays', (days) => days > 0);
  return demand.is === 'unknown' ? 'unknown' : demand.is === 'asked';
}

function withoutPlan(facts: ComplianceFacts): Clock | null {
  const needs = needsPlan(facts);
  if (!needs) return null;
  if (needs === 'unknown') {
    const sentence = 'Whether the payer asks for a plan of care is not known on this device.';
    return clockOf({ kind: 'planDays', state: 'unknown', sentence, rule });
  }
  if (treatmentDays(facts).length === 0) {
    if (facts.areVisitsPartial) return notSeen(null, rule);
    return clockOf({ kind: 'planDays', state: 'none', sentence: 'The evaluation starts the plan of care.', rule });
  }
  const fix = { action: 'writePlan', label: 'Write plan of care' } as const;
  return clockOf({ kind: 'planDays', state: 'unknown', sentence: 'There is no plan of care.', rule, fix });
}
