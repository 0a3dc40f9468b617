import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import { addDays, showDate } from '../../base/dates.ts';
import { counted } from '../../base/nouns.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import type { VisitStage } from '../../visits/stage.ts';
import { clockOf, payerRule, type Clock } from '../clock.ts';
import { soonDays, stateOn } from '../days-left.ts';
import type { ClockPayer, ClockVisit, ComplianceFacts } from '../facts.ts';
import { insurers } from '../payer-demands.ts';

const unsubmitted: readonly VisitStage[] = ['inProgress', 'review', 'billing'];

/** For every treated visit without a claim, the last day its first payer takes one. */
export function filingClocks(facts: ComplianceFacts): Clock[] {
  const [payer] = insurers(facts.payers ?? []);
  if (!payer) return [];
  return facts.visits
    .filter(({ stage }) => unsubmitted.includes(stage))
    .toSorted((a, b) => a.Start.localeCompare(b.Start))
    .map((visit) => filingClock(visit, payer, facts.today));
}

function filingClock({ VisitId, Start }: ClockVisit, payer: ClockPayer, today: string): Clock {
  const day = dayOf(Start);
  const days = filingDays(payer, day);
  const dueOn = addDays(day, days);
  const state = stateOn(dueOn, today, soonDays.filing);
  return clockOf({
    kind: 'timelyFiling',
    aboutId: VisitId,
    state,
    from: day,
    dueOn,
    used: differenceInCalendarDays(parseISO(today), parseISO(day)),
    of: days,
    fallsOnVisitId: VisitId,
    sentence: `The claim of ${showDate(day)} ${state === 'late' ? 'had' : 'has'} to be sent by ${showDate(dueOn)}.`,
    rule: payerRule(`${payer.Name} takes claims for ${counted(days, 'day')}.`, payer),
    fix: state === 'ok' ? null : { action: 'bill', label: 'Bill this visit' },
  });
}

/** As the payer's rules were on the day of the visit. */
function filingDays({ DatedRules, TimelyFilingDays }: ClockPayer, day: string): number {
  const inForce = DatedRules.findLast(({ EffectiveFrom }) => EffectiveFrom === null || EffectiveFrom <= day);
  return inForce?.TimelyFilingDays ?? TimelyFilingDays;
}
