import { showDate } from '../../base/dates.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, type Clock, type Rule } from '../clock.ts';
import type { ComplianceFacts } from '../facts.ts';
import { insurers, medicareOf } from '../payer-demands.ts';
import type { ReportPeriod } from '../report-periods.ts';
import { reportTerms, runningPeriods } from '../report-terms.ts';
import { treatedVisits, upcomingVisits, visitOfNthDay } from '../visits-of-facts.ts';
import { reportSoonDays } from './progress-clock.ts';

const rule: Rule = {
  text: 'A therapist takes part in treatment at least once in each progress report period.',
  source: 'Medicare Benefit Policy Manual, chapter 15, section 220.3 D',
  since: null,
};

/** Whether a therapist treated in the running report period, and in the one before. For Medicare. */
export function therapistClock(facts: ComplianceFacts): Clock | null {
  const terms = reportTerms(facts);
  if (terms === null || terms === 'unknown' || !medicareOf(insurers(facts.payers ?? []))) return null;
  const { running, closed } = runningPeriods(facts, terms);
  const common = { kind: 'therapistTookPart', rule } as const;
  if (closed && tookPart(facts, closed) === 'no') {
    const sentence = `No therapist treated in the period of the report from ${showDate(closed.report?.on)}.`;
    return clockOf({
      ...common,
      state: 'late',
      from: closed.days[0] ?? null,
      dueOn: closed.days.at(-1) ?? null,
      sentence,
    });
  }
  const used = running.carried + running.days.length;
  const part = { ...common, from: running.days[0] ?? null, used, of: terms.length };
  if (used === 0)
    return clockOf({ ...part, state: 'none', sentence: 'The next treatment day starts a new report period.' });
  const took = tookPart(facts, running);
  if (took === 'yes') return clockOf({ ...part, state: 'ok', sentence: 'A therapist treated in this report period.' });
  if (took === 'unknown') {
    return clockOf({ ...part, state: 'unknown', sentence: 'Who treated in this report period is not recorded.' });
  }
  const falls = visitOfNthDay(upcomingVisits(facts), running.days, Math.max(1, terms.length - used));
  const dueOn = running.fullOn ?? (falls ? dayOf(falls.Start) : null);
  const state = stateOfPeriod(used, terms.length, running, facts.today);
  return clockOf({
    ...part,
    state,
    dueOn,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: `No therapist has treated in this report period, now on day ${used} of ${terms.length}.`,
    fix: state === 'ok' ? null : { action: 'bookTherapist', label: 'Book a visit with the therapist' },
  });
}

function stateOfPeriod(used: number, length: number, { fullOn }: ReportPeriod, today: string) {
  if (fullOn !== null && today > fullOn) return 'late';
  if (used >= length) return 'due';
  return used >= length - reportSoonDays ? 'soon' : 'ok';
}

/** Days elsewhere have no record here, so they may have had a therapist. */
function tookPart(facts: ComplianceFacts, { days, carried }: ReportPeriod): 'yes' | 'no' | 'unknown' {
  const visits = treatedVisits(facts).filter(({ Start }) => days.includes(dayOf(Start)));
  if (visits.some(({ byTherapist }) => byTherapist === true)) return 'yes';
  return carried > 0 || visits.some(({ byTherapist }) => byTherapist === null) ? 'unknown' : 'no';
}
