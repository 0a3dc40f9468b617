import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export type Counts = { passed: number; failed: number; skipped: number };

const folder = 'test-results';
const vitestFiles = ['unit', 'api', 'world', 'faults'].map((name) => `${folder}/${name}.json`);
const browserFile = `${folder}/browser.json`;

/** Options that make vitest leave its counts where `readCounts` finds them. */
export function vitestReport(name: 'unit' | 'api' | 'world' | 'faults'): string[] {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${folder}/${name}.json`];
}

export function forgetCounts(): void {
  for (const file of [...vitestFiles, browserFile]) rmSync(file, { force: true });
}

/** What the runners of this run counted, added up. */
export function readCounts(): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of vitestFiles.filter((each) => existsSync(each))) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    counts.passed += report['numPassedTests'] ?? 0;
    counts.failed += report['numFailedTests'] ?? 0;
    counts.skipped += (report['numPendingTests'] ?? 0) + (report['numTodoTests'] ?? 0);
  }
  if (existsSync(browserFile)) {
    const { stats } = JSON.parse(readFileSync(browserFile, 'utf8')) as { stats: Record<string, number> };
    counts.passed += stats['expected'] ?? 0;
    counts.failed += (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0);
    counts.skipped += stats['skipped'] ?? 0;
  }
  return counts;
}

type VitestReport = {
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[] }[];
};
type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: { results: { errors: { message?: string }[] }[] }[] }[];
};

/** Which tests failed and the beginning of why: long logs are often read by their last lines alone. */
export function readFailures(): string[] {
  const found: [name: string, messages: string[]][] = [];
  for (const file of vitestFiles.filter((each) => existsSync(each))) {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const failed = testResults.flatMap((one) => one.assertionResults).filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failed) found.push([fullName, failureMessages ?? []]);
  }
  if (existsSync(browserFile)) found.push(...browserFailures(JSON.parse(readFileSync(browserFile, 'utf8'))));
  return found.map(([name, messages]) => `${name}\n${beginningOf(messages.join('\n'))}`);
}

function browserFailures(suite: BrowserSuite): [name: string, messages: string[]][] {
  const own = (suite.specs ?? []).map(({ title, file, tests }): [string, string[]] => {
    const errors = tests.flatMap((each) => each.results).flatMap((result) => result.errors);
    return [`${file}: ${title}`, errors.map((error) => error.message ?? '')];
  });
  return [...own.filter(([, messages]) => messages.length > 0), ...(suite.suites ?? []).flatMap(browserFailures)];
}

const shownLines = 12;

function beginningOf(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines);
  return lines.map((line) => `  ${line.slice(0, 200)}`).join('\n');
}
