import { lawRule, payerRule, type Rule } from './clock.ts';
import type { ComplianceFacts } from './facts.ts';
import { lawsOn } from './laws.ts';
import { demandOf, insurers, medicareOf, smallestOf } from './payer-demands.ts';
import { reportPeriods, type ReportPeriod } from './report-periods.ts';
import { reportsOf } from './reports-of.ts';
import { treatmentDays } from './visits-of-facts.ts';

/** After how many treatment days a report is due, and how many days later it still counts. */
export type ReportTerms = { length: number; graceDays: number; rule: Rule };

/** The strictest of Medicare's law and the payers' rules; null where nobody asks. Days count once for every payer. */
export function reportTerms(facts: ComplianceFacts): ReportTerms | 'unknown' | null {
  const payers = insurers(facts.payers ?? []);
  const laws = lawsOn(treatmentDays(facts)[0] ?? facts.today, facts.laws);
  const graceDays = laws.progressGraceDays?.value ?? 0;
  const isMedicare = medicareOf(payers) !== null;
  const law = isMedicare ? laws.progressTreatmentDays : null;
  const own = smallestOf(payers, 'ProgressNoteVisits');
  if (own && (!law || own.value < law.value)) {
    const text = `${own.payer.Name} asks for a progress report every ${own.value} treatment days.`;
    return { length: own.value, graceDays: 0, rule: payerRule(text, own.payer) };
  }
  if (law) {
    const text = `A therapist writes a progress report at least every ${law.value} treatment days.`;
    return { length: law.value, graceDays, rule: lawRule(text, law) };
  }
  if (isMedicare) return 'unknown';
  return demandOf(payers, 'ProgressNoteVisits', () => false).is === 'unknown' ? 'unknown' : null;
}

/** All periods of a case, the running one last. */
export function periodsOf(facts: ComplianceFacts, { length, graceDays }: ReportTerms): ReportPeriod[] {
  return reportPeriods({
    days: treatmentDays(facts),
    reports: reportsOf(facts.notes),
    carriedIn: facts.carriedIn,
    length,
    graceDays,
  });
}

/** The running period, and the one a report closed last. */
export function runningPeriods(facts: ComplianceFacts, terms: ReportTerms) {
  const periods = periodsOf(facts, terms);
  const running: ReportPeriod = periods.at(-1) ?? { days: [], carried: 0, fullOn: null, report: null };
  return { running, closed: periods.at(-2) ?? null };
}
