import { showMoney } from '../base/money.ts';
import type { Clock, ClockKind, ClockState, Fix, Rule } from './clock.ts';
import type { ComplianceFacts } from './facts.ts';
import { coveredPlans } from './plan-coverage.ts';
import { reportsOf } from './reports-of.ts';

/** What a click opens. */
export type RibbonDetail = { sentence: string; state: ClockState; rule: Rule | null; fix: Fix | null };
/** A plan of care over its days; null is open. */
export type RibbonBar = RibbonDetail & { PlanOfCareId: string; from: string; to: string | null };
export type RibbonDot = RibbonDetail & { kind: 'eval' | 'sent' | 'signed' | 'report'; on: string; aboutId: string };
/** `at` is the clock's place among those given. */
export type RibbonChip = RibbonDetail & { kind: ClockKind; label: string; at: number };
export type Ribbon = { bars: RibbonBar[]; dots: RibbonDot[]; chips: RibbonChip[]; worst: ClockState };

/** The ribbon of a case: plans as bars, what happened as dots by day, what runs as chips, the gravest first. */
export function ribbonOf(facts: ComplianceFacts, clocks: readonly Clock[]): Ribbon {
  return {
    bars: barsOf(facts, clocks),
    dots: dotsOf(facts, clocks),
    chips: chipsOf(clocks),
    worst: worstState(clocks),
  };
}

/** From the gravest down; what is not known is graver than what is fine. */
const gravity: readonly ClockState[] = ['late', 'due', 'soon', 'unknown', 'ok', 'none'];

/** The gravest state of some clocks; `none` where there is none. */
export function worstState(clocks: readonly Pick<Clock, 'state'>[]): ClockState {
  return gravity.find((state) => clocks.some((clock) => clock.state === state)) ?? 'none';
}

function detail(clock: Clock | undefined, sentence: string): RibbonDetail {
  if (!clock) return { sentence, state: 'none', rule: null, fix: null };
  const { state, rule, fix } = clock;
  return { sentence: clock.sentence, state, rule, fix };
}

function certificationOf(clocks: readonly Clock[], planId: string): Clock | undefined {
  return clocks.find(({ kind, aboutId }) => aboutId === planId && kind.endsWith('certification'));
}

function barsOf(facts: ComplianceFacts, clocks: readonly Clock[]): RibbonBar[] {
  return coveredPlans(facts).map(({ plan, lastDay, mayEndEarlier }) => ({
    ...detail(certificationOf(clocks, plan.PlanOfCareId), 'Plan of care'),
    PlanOfCareId: plan.PlanOfCareId,
    from: plan.From,
    to: mayEndEarlier ? plan.To : lastDay,
  }));
}

function dotsOf(facts: ComplianceFacts, clocks: readonly Clock[]): RibbonDot[] {
  const report = clocks.find(({ kind }) => kind === 'progressReport');
  const evals = facts.notes.filter(({ NoteType, signedOn }) => NoteType === 'eval' && signedOn !== null);
  const dots: RibbonDot[] = [
    ...evals.map(({ NoteId, NoteDate }) => {
      const words = detail(undefined, 'Evaluation');
      return { ...words, kind: 'eval' as const, on: NoteDate, aboutId: NoteId };
    }),
    ...reportsOf(facts.notes).map(({ NoteId, on }) => {
      return { ...detail(report, 'Progress report'), kind: 'report' as const, on, aboutId: NoteId };
    }),
    ...facts.plans.flatMap(({ PlanOfCareId: aboutId, sentOn, signedOn }) => {
      const clock = certificationOf(clocks, aboutId);
      const sent = { ...detail(clock, 'Plan of care sent'), kind: 'sent' as const, aboutId };
      const signed = { ...detail(clock, 'Plan of care signed'), kind: 'signed' as const, aboutId };
      return [
        sentOn === null ? [] : { ...sent, on: sentOn },
        signedOn === null ? [] : { ...signed, on: signedOn },
      ].flat();
    }),
  ];
  return dots.toSorted((a, b) => a.on.localeCompare(b.on));
}

function chipsOf(clocks: readonly Clock[]): RibbonChip[] {
  // Of claims to send only the gravest has a chip.
  const filing = clocks.filter(({ kind }) => kind === 'timelyFiling');
  const worst = filing.find(({ state }) => state === worstState(filing));
  return clocks
    .map((clock, at) => ({ clock, at, label: chipLabel(clock) }))
    .filter(({ clock }) => clock.state !== 'none' && (clock.kind !== 'timelyFiling' || clock === worst))
    .filter(({ clock }) => clock.state !== 'ok' || alwaysShown.includes(clock.kind))
    .toSorted((a, b) => gravity.indexOf(a.clock.state) - gravity.indexOf(b.clock.state))
    .map(({ clock, at, label }) => ({ ...detail(clock, ''), kind: clock.kind, label, at }));
}

/** Counts people look up even while all is well. */
const alwaysShown: readonly ClockKind[] = ['planDays', 'progressReport', 'script', 'authorization', 'threshold'];

const names: Record<ClockKind, string> = {
  certification: 'Certification',
  recertification: 'Recertification',
  planDays: 'Plan',
  progressReport: 'Report',
  therapistTookPart: 'Therapist visit',
  script: 'Script',
  authorization: 'Auth',
  threshold: 'KX',
  timelyFiling: 'Claim',
  initialTreatment: 'First treatment',
};

/** `Day 7 of 10`, `Auth 5 of 12, out 03/12`, `Plan to 04/04`. */
export function chipLabel({ kind, state, used, of, dueOn, fallsOnVisitId }: Clock): string {
  const day = dueOn === null ? null : `${dueOn.slice(5, 7)}/${dueOn.slice(8, 10)}`;
  if (state === 'unknown') return `${names[kind]} unknown`;
  if (kind === 'progressReport') return `Day ${used ?? 0} of ${of ?? 0}`;
  if (kind === 'threshold') return `KX ${showMoney(used)} of ${showMoney(of)}`;
  if (kind === 'planDays') return day === null ? names[kind] : `Plan to ${day}`;
  if (kind === 'script' || kind === 'authorization') {
    const count = used === null || of === null ? '' : ` ${used} of ${of}`;
    const until = day === null ? '' : fallsOnVisitId === null ? `, to ${day}` : `, out ${day}`;
    return `${names[kind]}${count}${until}`;
  }
  return day === null ? names[kind] : `${names[kind]} by ${day}`;
}
