import { describe, expect, test } from 'vitest';
import { judge, notGreen, type TestReport } from './fault-report.ts';

type One = TestReport['testResults'][number]['assertionResults'][number];
const one = (status: string, ...failureMessages: string[]): One => ({ status, fullName: 'adds up', failureMessages });
const reportOf = (assertionResults: One[], message = ''): TestReport => ({
  testResults: [{ name: '/copy/contract/sum.test.ts', message, assertionResults }],
});

describe('Whether a planted fault is found', () => {
  test('a test that fails finds it', () => {
    const report = reportOf([one('passed'), one('failed', 'AssertionError: expected 3 to be 2')]);
    expect(judge(report)).toEqual({ found: true, by: 'adds up' });
  });

  test('tests that pass or do not run miss it', () => {
    expect(judge(reportOf([one('passed'), one('skipped')]))).toMatchObject({ found: false });
  });

  test('code that cannot run is no find', () => {
    expect(judge(reportOf([one('failed', 'SyntaxError: Unexpected token')]))).toMatchObject({ found: false });
    expect(judge(reportOf([one('failed', 'ReferenceError: units is not defined')]))).toMatchObject({ found: false });
    expect(judge(reportOf([], 'Failed to parse source'))).toMatchObject({ found: false });
  });
});

describe('Whether tests are green without a fault', () => {
  test('they are where each file has a test that passes', () => {
    expect(notGreen(reportOf([one('passed'), one('skipped')]), ['contract/sum.test.ts'])).toEqual([]);
  });

  test('a failed test and a file without a test that passes are named', () => {
    expect(notGreen(reportOf([one('passed'), one('failed')]), ['contract/sum.test.ts'])).toHaveLength(1);
    expect(notGreen(reportOf([one('skipped')]), ['contract/sum.test.ts'])).toHaveLength(1);
    expect(notGreen(reportOf([one('passed')]), ['contract/sum.test.ts', 'contract/other.test.ts'])).toHaveLength(1);
  });
});
