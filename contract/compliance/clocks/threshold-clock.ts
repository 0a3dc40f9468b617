import { showMoney } from '../../base/money.ts';
import { showDate } from '../../base/dates.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { carriedCents, thresholdBucket } from '../carried-in.ts';
import { clockOf, lawRule, type Clock } from '../clock.ts';
import type { BookedVisit, ComplianceFacts } from '../facts.ts';
import { lawsOn } from '../laws.ts';
import { insurers, medicareOf } from '../payer-demands.ts';
import { treatedVisits, upcomingVisits } from '../visits-of-facts.ts';

/** Dollars of the calendar year beside the threshold of the KX modifier. For Medicare, not for chiropractic. */
export function thresholdClock(facts: ComplianceFacts): Clock | null {
  const bucket = thresholdBucket(facts.discipline);
  if (bucket === null || !medicareOf(insurers(facts.payers ?? []))) return null;
  const year = facts.today.slice(0, 4);
  const laws = lawsOn(facts.today, facts.laws);
  const limit = laws.kxThreshold?.value ?? null;
  const used = facts.thresholdCents;
  const shared =
    bucket === 'ptSlp' ? 'Physical and speech therapy share one amount.' : 'Occupational therapy has its own.';
  const text = `Above the threshold of a year each line needs KX, once the therapist attests to it. ${shared}`;
  const common = { kind: 'threshold', from: `${year}-01-01`, used, of: limit } as const;
  const rule = lawRule(text, laws.kxThreshold);
  if (limit === null) {
    return clockOf({ ...common, rule, state: 'unknown', sentence: `The threshold of ${year} is not known yet.` });
  }
  if (used === null) {
    return clockOf({ ...common, rule, state: 'unknown', sentence: `The dollars of ${year} are not counted yet.` });
  }
  const amounts = `${showMoney(used)} of ${showMoney(limit)} used in ${year}.`;
  if (used > limit) {
    const review = laws.targetedReview?.value ?? null;
    const more = review !== null && used > review ? ` Above ${showMoney(review)} Medicare may review the chart.` : '';
    const fix = { action: 'attestKx', label: 'Attest KX' } as const;
    return clockOf({ ...common, rule, state: 'due', sentence: `${amounts}${more}`, fix });
  }
  const falls = crossing(facts, used - carriedCents(facts.carriedIn, bucket, Number(year)), limit - used);
  return clockOf({
    ...common,
    rule,
    state: falls ? 'soon' : 'ok',
    dueOn: falls ? dayOf(falls.Start) : null,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: falls ? `${amounts} The visit on ${showDate(dayOf(falls.Start))} is likely to pass it.` : amounts,
  });
}

/** The booked visit of this year that passes it, if each costs what those treated here did on average. */
function crossing(facts: ComplianceFacts, own: number, left: number): BookedVisit | null {
  const year = facts.today.slice(0, 4);
  const treated = treatedVisits(facts).filter(({ Start }) => Start.startsWith(year)).length;
  if (treated === 0 || own <= 0) return null;
  const upcoming = upcomingVisits(facts).filter(({ Start }) => Start.startsWith(year));
  return upcoming[Math.floor(left / (own / treated))] ?? null;
}
