import { addDays, showDate } from '../base/dates.ts';
import type { ComplianceFacts } from './facts.ts';
import { periodsOf, reportTerms } from './report-terms.ts';

/**
 * What a signer is told whose report bears a day in time and is signed, and so written, after the last day on which it
 * still counts (chart.md 6); null where it is in time, or where not all visits are seen. `facts` hold the report as signed.
 */
export function lateReportSentence(facts: ComplianceFacts, NoteId: string): string | null {
  const terms = reportTerms(facts);
  if (terms === null || terms === 'unknown' || facts.areVisitsPartial) return null;
  const period = periodsOf(facts, terms).find(({ report }) => report?.NoteId === NoteId);
  if (!period?.report || period.fullOn === null) return null;
  const until = addDays(period.fullOn, terms.graceDays);
  if (period.report.on > until || facts.today <= until) return null;
  return `The progress report was due ${showDate(period.fullOn)} and counted until ${showDate(until)}. You sign it later.`;
}
