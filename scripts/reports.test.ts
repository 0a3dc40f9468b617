import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noReport, ranTwice, readBrowser, readVitest } from './reports.ts';

const file = (name: string) => join(process.cwd(), name);
const vitest = {
  numPassedTests: 2,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: file('contract/money.test.ts'),
      status: 'failed',
      message: '',
      startTime: 1_000,
      endTime: 3_500,
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'rounds', failureMessages: ['\u001b[31mexpected 1\u001b[39m', 'at money.ts'] },
      ],
    },
    { name: file('contract/dates.test.ts'), status: 'passed', startTime: 0, endTime: 250, assertionResults: [] },
  ],
};

test('counts, failures and times of a vitest report', () => {
  expect(readVitest(JSON.stringify(vitest))).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ['rounds\n  expected 1\n  at money.ts'],
    files: [
      { file: 'contract/money.test.ts', seconds: 2.5 },
      { file: 'contract/dates.test.ts', seconds: 0.25 },
    ],
  });
});

test('a file that cannot be loaded is a failure, though no test of it failed', () => {
  const [one] = vitest.testResults;
  const broken = { ...one, assertionResults: [], message: 'Cannot find module' };
  const report = readVitest(JSON.stringify({ ...vitest, numFailedTests: 0, testResults: [broken] }));
  expect(report.failures).toEqual(['contract/money.test.ts\n  Cannot find module']);
});

const spec = (title: string, name: string, durations: number[], message?: string) => ({
  title,
  file: name,
  tests: [{ results: durations.map((duration) => ({ duration, errors: message === undefined ? [] : [{ message }] })) }],
});
const browser = {
  stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 3 },
  errors: [],
  suites: [
    {
      specs: [spec('books', 'day.spec.ts', [1_000])],
      suites: [
        {
          specs: [spec('moves', 'day.spec.ts', [2_000, 500], 'no visit'), spec('prints', 'desk/print.spec.ts', [250])],
        },
      ],
    },
  ],
};

test('counts, failures and times of a browser report; what failed first and passed then has failed', () => {
  expect(readBrowser(JSON.stringify(browser))).toEqual({
    passed: 2,
    failed: 2,
    skipped: 3,
    failures: ['day.spec.ts: moves\n  no visit\n  no visit'],
    files: [
      { file: 'tests/e2e/day.spec.ts', seconds: 3.5 },
      { file: 'tests/e2e/desk/print.spec.ts', seconds: 0.25 },
    ],
  });
});

test('an error outside of every browser test is a failure', () => {
  const report = readBrowser(JSON.stringify({ ...browser, suites: [], errors: [{ message: 'no config' }] }));
  expect(report.failures).toEqual(['browser tests\n  no config']);
});

test('a report without a test that ran is none', () => {
  const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 4, numTodoTests: 0, testResults: [] };
  expect(() => readVitest(JSON.stringify(nothing))).toThrow('No test ran.');
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 4 };
  expect(() => readBrowser(JSON.stringify({ ...browser, stats }))).toThrow('No test ran.');
  expect(() => readVitest('{"numPassedTe')).toThrow('JSON');
});

test('a file that two stages ran is found, once', () => {
  const of = (...files: string[]) => ({ ...noReport, files: files.map((one) => ({ file: one, seconds: 1 })) });
  expect(ranTwice([of('a', 'b'), of('c'), of('b', 'd'), of('b')])).toEqual(['b']);
  expect(ranTwice([of('a'), of('b')])).toEqual([]);
});
