import { noReport, type Report } from './reports.ts';
import type { Outcome } from './schedule.ts';
import { hasPassed, type StageEnd } from './stages.ts';

const shownFiles = 10;

export function isPassed(outcome: Outcome<StageEnd>): boolean {
  return outcome.state === 'ran' && hasPassed(outcome.result);
}

/** How a stage ended, in one line. */
export function lineOf(outcome: Outcome<StageEnd>): string {
  const { name, seconds } = outcome;
  if (outcome.state === 'not run') return `NOT RUN: ${name}, because ${outcome.reason}`;
  if (outcome.state === 'broke') return `FAILED: ${name}, ${outcome.reason}`;
  return `${isPassed(outcome) ? 'ok' : 'FAILED'}: ${name}, ${seconds.toFixed(1)} s`;
}

/**
 * What stands at the end of a run: failures, the time of each stage, the slowest files, and the counts alone on the last
 * line. A stage that failed without a failed test counts as one, so that nothing red ends with '0 failed'.
 */
export function summaryOf(outcomes: readonly Outcome<StageEnd>[]): string {
  const reports = outcomes.map(reportOf);
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
  const withoutTests = outcomes.filter((outcome, at) => !isPassed(outcome) && (reports[at]?.failed ?? 0) === 0);
  const slowest = reports.flatMap(({ files }) => files).toSorted((a, b) => b.seconds - a.seconds);
  return [
    ...reports.flatMap(({ failures }) => failures).map((failure) => `\n${failure}`),
    '\n— stages',
    ...outcomes.map(lineOf),
    '\n— slowest files',
    ...slowest.slice(0, shownFiles).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    `\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed) + withoutTests.length} failed, ${sum(({ skipped }) => skipped)} skipped`,
  ].join('\n');
}

function reportOf(outcome: Outcome<StageEnd>): Report {
  return (outcome.state === 'ran' ? outcome.result.report : undefined) ?? noReport;
}
