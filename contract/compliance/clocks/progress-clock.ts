import { addDays, showDate } from '../../base/dates.ts';
import { dayOf } from '../../scheduling/wall-time.ts';
import { clockOf, type Clock, type ClockState, type Fix } from '../clock.ts';
import type { ClockNote, ComplianceFacts } from '../facts.ts';
import { reportTerms, runningPeriods, type ReportTerms } from '../report-terms.ts';
import type { ReportPeriod } from '../report-periods.ts';
import { isReport } from '../reports-of.ts';
import { treatedVisits, upcomingVisits, visitOfNthDay } from '../visits-of-facts.ts';

/** So many treatment days before the report is due it is `soon`. */
export const reportSoonDays = 2;

/** The progress report of the running period; null where no payer asks for one. */
export function progressClock(facts: ComplianceFacts): Clock | null {
  const terms = reportTerms(facts);
  if (terms === null) return null;
  if (terms === 'unknown') return unknownRule();
  const { running } = runningPeriods(facts, terms);
  const used = running.carried + running.days.length;
  const common = { kind: 'progressReport', rule: terms.rule, used, of: terms.length } as const;
  const from = running.days[0] ?? facts.carriedIn?.AsOf ?? null;
  if (used === 0) return fresh(facts, terms);
  const falls = visitOfNthDay(upcomingVisits(facts), running.days, Math.max(1, terms.length - used));
  if (running.fullOn === null) {
    const on = falls ? dayOf(falls.Start) : null;
    const state: ClockState = used >= terms.length ? 'due' : used >= terms.length - reportSoonDays ? 'soon' : 'ok';
    return clockOf({
      ...common,
      from,
      state,
      dueOn: on,
      fallsOnVisitId: falls?.VisitId ?? null,
      sentence: `Day ${used} of ${terms.length}. ${dueWords(state, on, terms)}${assistantWords(facts, running)}`,
      fix: state === 'ok' ? null : fixOf(facts, running),
    });
  }
  return overdue(facts, terms, running, { ...common, from });
}

function fresh(facts: ComplianceFacts, { length, rule }: ReportTerms): Clock {
  const falls = visitOfNthDay(upcomingVisits(facts), [], length);
  return clockOf({
    kind: 'progressReport',
    state: 'none',
    used: 0,
    of: length,
    dueOn: falls ? dayOf(falls.Start) : null,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: 'The next treatment day starts a new report period.',
    rule,
  });
}

type Common = Pick<Clock, 'kind' | 'rule' | 'used' | 'of' | 'from'>;

/** The last day it is due on was treated and no report is signed. */
function overdue(
  facts: ComplianceFacts,
  { graceDays, length }: ReportTerms,
  running: ReportPeriod,
  common: Common,
): Clock {
  const dueOn = running.fullOn ?? facts.today;
  const graceUntil = addDays(dueOn, graceDays);
  const isLate = facts.today > graceUntil;
  const falls = treatedVisits(facts).find(({ Start }) => dayOf(Start) === dueOn);
  const day = `Day ${common.used} of ${length}. `;
  const sentence = isLate
    ? `${day}The progress report was due ${showDate(dueOn)}.`
    : `${day}The progress report ${facts.today > dueOn ? 'was' : 'is'} due ${showDate(dueOn)}. It counts if written by ${showDate(graceUntil)}.`;
  return clockOf({
    ...common,
    state: isLate ? 'late' : 'due',
    dueOn,
    fallsOnVisitId: falls?.VisitId ?? null,
    sentence: sentence + assistantWords(facts, running),
    fix: fixOf(facts, running),
  });
}

function dueWords(state: ClockState, on: string | null, { length }: ReportTerms): string {
  if (state === 'due') return 'The progress report is due on the next treatment day.';
  return on === null
    ? `The progress report is due on day ${length}.`
    : `The progress report is due on the visit of ${showDate(on)}.`;
}

function within(running: ReportPeriod, { NoteDate }: ClockNote): boolean {
  return NoteDate >= (running.days[0] ?? '');
}

function assistantWords({ notes }: ComplianceFacts, running: ReportPeriod): string {
  const isThere = notes.some(
    (note) => isReport(note) && note.signedOn !== null && note.isByAssistant && within(running, note),
  );
  return isThere ? ' An assistant’s report does not count.' : '';
}

function fixOf({ notes }: ComplianceFacts, running: ReportPeriod): Fix {
  const draft = notes.some(
    (note) => isReport(note) && note.signedOn === null && !note.isByAssistant && within(running, note),
  );
  return draft
    ? { action: 'signReport', label: 'Sign the progress report' }
    : { action: 'writeReport', label: 'Write progress report' };
}

function unknownRule(): Clock {
  return clockOf({
    kind: 'progressReport',
    state: 'unknown',
    sentence: 'How often the payer asks for a progress report is not known on this device.',
    rule: { text: 'The payer sets how often a progress report is due.', source: 'Payer rules', since: null },
  });
}
