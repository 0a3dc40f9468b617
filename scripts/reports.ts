import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a test runner left behind: its counts, what failed and why, and how long each file took. */
export type Report = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  files: { file: string; seconds: number }[];
};

export const noReport: Report = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

/** Files that more than one stage ran: each of them costs its time again, and counts its tests twice. */
export function ranTwice(reports: readonly Report[]): string[] {
  const all = reports.flatMap(({ files }) => files.map(({ file }) => file));
  return [...new Set(all.filter((file, at) => all.indexOf(file) < at))];
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

/** Vitest's JSON; throws where it is not a report of tests. */
export function readVitest(text: string): Report {
  const found = JSON.parse(text) as VitestReport;
  if (found.numPassedTests + found.numFailedTests === 0) throw new Error('No test ran.');
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests,
    skipped: found.numPendingTests + found.numTodoTests,
    failures: found.testResults.flatMap(failuresOfFile),
    files: found.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

function failuresOfFile({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  // A file that cannot be loaded, or whose setup fails, has no failed test to show for it.
  if (status === 'failed' && failed.length === 0) return [failureOf(relative(process.cwd(), name), [message ?? ''])];
  return failed.map(({ fullName, failureMessages }) => failureOf(fullName, failureMessages ?? []));
}

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
};
type BrowserReport = BrowserSuite & {
  errors?: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Playwright's JSON; throws where it is not a report of tests. */
export function readBrowser(text: string): Report {
  const found = JSON.parse(text) as BrowserReport;
  const { expected, unexpected, flaky, skipped } = found.stats;
  if (expected + unexpected + flaky === 0) throw new Error('No test ran.');
  const specs = specsOf(found);
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs) {
    const took = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + took);
  }
  const outside = (found.errors ?? []).map(({ message }) => failureOf('browser tests', [message ?? '']));
  const failures = specs.flatMap(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
    const messages = errors.map(({ message }) => message ?? '');
    return messages.length > 0 ? [failureOf(`${file}: ${title}`, messages)] : [];
  });
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: [...outside, ...failures],
    files: [...seconds].map(([file, took]) => ({ file: `tests/e2e/${file}`, seconds: took })),
  };
}

function specsOf(suite: BrowserSuite): NonNullable<BrowserSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

const shownLines = 20;

/** The beginning of why: long logs are often read by their last lines alone. */
function failureOf(name: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, shownLines);
  return [name, ...lines.map((line) => `  ${line.slice(0, 200)}`)].join('\n');
}
