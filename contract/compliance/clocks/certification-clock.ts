import { addDays, showDate } from '../../base/dates.ts';
import { clockOf, lawRule, type Clock, type Fix, type Rule } from '../clock.ts';
import { soonDays, stateOn } from '../days-left.ts';
import type { ClockPlan, ComplianceFacts } from '../facts.ts';
import { lawsOn, type Laws } from '../laws.ts';
import { coveredPlans, type CoveredPlan } from '../plan-coverage.ts';
import { treatmentDays } from '../visits-of-facts.ts';

/** The initial certification and one for every later plan (domain 6.6). For Medicare. */
export function certificationClocks(facts: ComplianceFacts): Clock[] {
  const first = treatmentDays(facts)[0] ?? null;
  const plans = coveredPlans(facts);
  if (facts.areVisitsPartial) return ofSomeVisits(facts, plans);
  if (first === null) return [notStarted(facts)];
  const laws = lawsOn(first, facts.laws);
  const [initial] = plans;
  if (!initial) return [withoutPlan(facts, first, dueAfter(first, laws), laws)];
  return plans.map((covered, at) =>
    at === 0
      ? initialCertification(facts, covered, first)
      : recertification(facts, covered, plans[at - 1]?.lastDay ?? null),
  );
}

/**
 * Certification counts from the first treatment. Who sees some of the visits alone may see a later one, on whatever day
 * the plan begins: what is due by it, and by the end of the first plan, is not known. A later plan counts from its own day.
 */
function ofSomeVisits(facts: ComplianceFacts, plans: readonly CoveredPlan[]): Clock[] {
  if (plans.length === 0) return [notSeen(facts, 'certification')];
  return plans.map((covered, at) => {
    const before = plans[at - 1];
    if (!before) return notSeen(facts, 'certification', covered.plan);
    if (before.mayEndEarlier) return notSeen(facts, 'recertification', covered.plan);
    return recertification(facts, covered, before.lastDay);
  });
}

function initialCertification(facts: ComplianceFacts, covered: CoveredPlan, first: string): Clock {
  const laws = lawsOn(first, facts.laws);
  return planClock({ facts, covered, from: first, dueOn: dueAfter(first, laws), laws, rule: initialRule(laws) });
}

function dueAfter(day: string, { certificationDays }: Laws): string | null {
  return certificationDays ? addDays(day, certificationDays.value) : null;
}

function notSeen(facts: ComplianceFacts, kind: 'certification' | 'recertification', plan?: ClockPlan): Clock {
  const laws = lawsOn(facts.today, facts.laws);
  return clockOf({
    kind,
    aboutId: plan?.PlanOfCareId ?? null,
    state: 'unknown',
    sentence: 'You can’t see all visits of this case, so the day its certification is due is not known.',
    rule: kind === 'certification' ? initialRule(laws) : laterRule(laws),
    fix: plan && plan.signedOn === null ? fixOf(plan) : null,
  });
}

/** It is due while the plan before still covers. */
function recertification(facts: ComplianceFacts, covered: CoveredPlan, dueOn: string | null): Clock {
  const laws = lawsOn(covered.plan.From, facts.laws);
  return planClock({ facts, covered, from: covered.plan.From, dueOn, laws, rule: laterRule(laws) });
}

function laterRule({ planDays }: Laws): Rule {
  const text = 'Sign each later plan of care by the last day the plan before it covers. Sending it is not enough.';
  return lawRule(text, planDays);
}

function initialRule({ certificationDays, verbalDays, sentInsteadOfSigned }: Laws): Rule {
  const text =
    `A physician certifies the plan within ${certificationDays?.value ?? '?'} days of the first treatment. ` +
    `A verbal order needs a signature within ${verbalDays?.value ?? '?'} days.`;
  const sent = ' A signed order and a plan sent in time replace the signature.';
  return lawRule(sentInsteadOfSigned ? text + sent : text, certificationDays);
}

function notStarted(facts: ComplianceFacts): Clock {
  const sentence = 'Certification starts with the first treatment.';
  return clockOf({
    kind: 'certification',
    state: 'none',
    sentence,
    rule: initialRule(lawsOn(facts.today, facts.laws)),
  });
}

function withoutPlan(facts: ComplianceFacts, from: string, dueOn: string | null, laws: Laws): Clock {
  const isLate = dueOn !== null && facts.today > dueOn;
  const due = dueOn === null ? '' : ` Certification ${isLate ? 'was' : 'is'} due ${showDate(dueOn)}.`;
  return clockOf({
    kind: 'certification',
    state: isLate ? 'late' : 'unknown',
    from,
    dueOn,
    sentence: `There is no plan of care.${due}`,
    rule: initialRule(laws),
    fix: { action: 'writePlan', label: 'Write plan of care' },
  });
}

type Parts = {
  facts: ComplianceFacts;
  covered: CoveredPlan;
  from: string;
  dueOn: string | null;
  laws: Laws;
  rule: Rule;
};

function planClock({ facts, covered, from, dueOn, laws, rule }: Parts): Clock {
  const { plan, isInitial } = covered;
  const kind = isInitial ? 'certification' : 'recertification';
  const common = { kind, aboutId: plan.PlanOfCareId, from, dueOn, rule } as const;
  if (dueOn === null) {
    return clockOf({ ...common, state: 'unknown', sentence: 'The day this certification is due is not known.' });
  }
  const done = certifiedBy(facts, covered, dueOn, laws);
  if (done) return clockOf({ ...common, state: 'ok', sentence: done });
  const verbalUntil = verbalLimit(plan, dueOn, laws);
  if (verbalUntil !== null && plan.signedOn === null && facts.today <= verbalUntil) {
    return clockOf({
      ...common,
      dueOn: verbalUntil,
      state: facts.today === verbalUntil ? 'due' : 'soon',
      sentence: `The verbal order of ${showDate(plan.verbalOn)} needs a signature by ${showDate(verbalUntil)}.`,
      fix: fixOf(plan),
    });
  }
  const due = verbalUntil ?? dueOn;
  if (plan.signedOn !== null || facts.today > due) return lateClock({ ...common, dueOn: due }, plan);
  const state = stateOn(dueOn, facts.today, soonDays.certification);
  const sentence = `The plan of care must be certified by ${showDate(dueOn)}.${hint(facts, covered, dueOn, laws)}`;
  return clockOf({ ...common, state, sentence, fix: fixOf(plan) });
}

/** How it was certified in time, or null. */
function certifiedBy(facts: ComplianceFacts, { plan, isInitial }: CoveredPlan, dueOn: string, laws: Laws) {
  const { signedOn, sentOn } = plan;
  const verbalUntil = verbalLimit(plan, dueOn, laws);
  if (signedOn !== null && signedOn <= dueOn) return `The plan of care was signed ${showDate(signedOn)}.`;
  if (signedOn !== null && verbalUntil !== null && signedOn <= verbalUntil) {
    return `A verbal order of ${showDate(plan.verbalOn)} was signed ${showDate(signedOn)}.`;
  }
  const isSent = isInitial && laws.sentInsteadOfSigned !== null && sentOn !== null && sentOn <= dueOn;
  if (!isSent || plan.signedNoteOn === null || !hasOrder(facts, dueOn)) return null;
  return `The order is on file and the plan of care was sent ${showDate(sentOn)}.`;
}

/** The day a verbal order in time must be signed by. */
function verbalLimit({ verbalOn }: ClockPlan, dueOn: string, { verbalDays }: Laws): string | null {
  return verbalOn !== null && verbalOn <= dueOn && verbalDays ? addDays(verbalOn, verbalDays.value) : null;
}

/** A dated order of a known referrer, in time; an order of nobody is none. */
function hasOrder({ scripts }: ComplianceFacts, dueOn: string): boolean {
  return scripts.some(
    ({ ReferringProviderId, Start }) => ReferringProviderId !== null && Start !== null && Start <= dueOn,
  );
}

function lateClock(common: Pick<Clock, 'kind' | 'aboutId' | 'from' | 'dueOn' | 'rule'>, plan: ClockPlan): Clock {
  const { signedOn, DelayReason } = plan;
  const what = signedOn === null ? 'Certification' : `Certification was signed ${showDate(signedOn)}; it`;
  const why = DelayReason === null ? '' : ` Late, explained: ${DelayReason.replace(/\.?$/, '.')}`;
  const late = clockOf({ ...common, state: 'late', sentence: `${what} was due ${showDate(common.dueOn)}.${why}` });
  if (DelayReason === null && signedOn !== null) {
    return { ...late, fix: { action: 'explainDelay', label: 'Explain the delay' } };
  }
  // Payers accept a late certification with evidence of diligence, not a missing one.
  if (signedOn !== null) return { ...late, at: { ...late.at, checkIn: 'none', claim: 'warn' } };
  return { ...late, fix: fixOf(plan) };
}

function fixOf(plan: ClockPlan): Fix {
  if (plan.isNoteSeen && plan.signedNoteOn === null) return { action: 'signPlan', label: 'Sign the plan of care' };
  if (plan.sentOn === null) return { action: 'sendPlan', label: 'Send the plan of care' };
  return { action: 'recordSignature', label: 'Record the signature' };
}

function hint(facts: ComplianceFacts, { plan, isInitial }: CoveredPlan, dueOn: string, laws: Laws): string {
  if (plan.isNoteSeen && plan.signedNoteOn === null) return ' The therapist has not signed it yet.';
  if (plan.sentOn === null) return ' It has not been sent yet.';
  if (isInitial && laws.sentInsteadOfSigned && !hasOrder(facts, dueOn)) return ' It was sent, but no order is on file.';
  return ` It was sent ${showDate(plan.sentOn)}.`;
}
