import { addDays } from '../base/dates.ts';
import type { CarriedIn } from './carried-in.ts';

/** A signed report by a therapist. */
export type Report = { NoteId: string; on: string };

export type ReportPeriod = {
  /** Treatment days here; those past the last that the rule allows too, while no report closes it. */
  days: string[];
  /** Treatment days elsewhere that count before the first. */
  carried: number;
  /** The treatment day the report is due on; null before it is reached. */
  fullOn: string | null;
  /** What closed it; null while it runs. */
  report: Report | null;
};

/**
 * Treatment days in periods of a report each, the running one last (domain 6.6). A report ends its period, early or
 * not; one within the grace days ends it on the day it was due.
 */
export function reportPeriods(of: {
  days: readonly string[];
  reports: readonly Report[];
  carriedIn: CarriedIn | null;
  length: number;
  graceDays: number;
}): ReportPeriod[] {
  const asOf = of.carriedIn?.AsOf ?? '';
  let rest = of.days.filter((day) => day > asOf);
  let reports = of.reports.filter(({ on }) => on > asOf).toSorted((a, b) => a.on.localeCompare(b.on));
  let carried = of.carriedIn?.TreatmentDays ?? 0;
  const periods: ReportPeriod[] = [];
  for (;;) {
    const fullOn = rest[Math.max(1, of.length - carried) - 1] ?? null;
    const from = carried > 0 ? asOf : (rest[0] ?? null);
    const report = (from === null ? null : reports.find(({ on }) => on >= from)) ?? null;
    const isInGrace =
      report !== null && fullOn !== null && report.on > fullOn && report.on <= addDays(fullOn, of.graceDays);
    const end = report === null ? null : isInGrace ? fullOn : report.on;
    const days = end === null ? rest : rest.filter((day) => day <= end);
    periods.push({ days, carried, fullOn, report });
    if (report === null || end === null) return periods;
    rest = rest.filter((day) => day > end);
    reports = reports.filter(({ on }) => on > report.on);
    carried = 0;
  }
}
