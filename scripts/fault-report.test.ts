import { describe, expect, test } from 'vitest';
import { judge, notGreen, type Failure, type TestReport } from './fault-report.ts';

type One = TestReport['files'][number]['tests'][number];
const one = (state: string, ...failures: Failure[]): One => ({ name: 'adds up', state, failures });
const reportOf = (tests: One[], ...failures: Failure[]): TestReport => ({
  files: [{ path: '/copy/contract/sum.test.ts', failures, tests }],
});
const error = (name: string, message: string, top: string, cause?: Failure): Failure => ({
  name,
  message,
  stack: `${name}: ${message}\n    at ${top}\n    at /copy/contract/sum.test.ts:5:27`,
  ...(cause && { cause }),
});

const vitest = 'task (/copy/node_modules/vitest/dist/chunks/run.js:2700:43)';
const product = 'sum (/copy/contract/sum.ts:3:5)';
const ownTest = '/copy/contract/sum.test.ts:5:27';
const unequal = error('AssertionError', 'expected 3 to be 2', ownTest);
const wrapped = (cause: Failure): Failure =>
  error('Error', 'Property failed after 1 tests\nCounterexample: [0]', '/copy/node_modules/fast-check/a.js:1:1', cause);

describe('Whether a planted fault is found', () => {
  test.each([
    ['an assertion', unequal],
    [
      'an assertion that was waited for',
      error('AssertionError', 'expected 3 to be 2', 'Proxy.__VITEST_POLL_CHAIN__ (/copy/node_modules/vitest/a.js:1:1)'),
    ],
    [
      'an element that is not there',
      error('TestingLibraryElementError', 'Unable to find', '/copy/node_modules/a.js:1:1'),
    ],
    ['an error that the test throws on purpose', error('Error', '9:00 is not free.', ownTest)],
    ['an assertion in a property', wrapped(unequal)],
    ['an error that a property throws on purpose', wrapped(error('Error', '9:00 overlaps.', ownTest))],
    [
      'a property that is false',
      wrapped(error('Error', 'Property failed by returning false', '/copy/node_modules/a.js:1:1')),
    ],
  ])('%s finds it', (_name, failure) => {
    expect(judge(reportOf([one('passed'), one('failed', failure)]))).toMatchObject({ end: 'found' });
  });

  test('the test and what it saw are named', () => {
    const by = 'adds up: AssertionError: expected 3 to be 2';
    expect(judge(reportOf([one('failed', unequal)]))).toEqual({ end: 'found', by });
  });

  test('tests that pass miss it', () => {
    expect(judge(reportOf([one('passed'), one('skipped')]))).toMatchObject({ end: 'missed' });
  });

  test.each([
    ['a test that ran out of time', error('Error', 'Test timed out in 50ms.', vitest)],
    ['a hook that ran out of time', error('Error', 'Hook timed out in 50ms.', vitest)],
    [
      'something waited for in vain',
      error('Error', 'Waited 5 s for x.', 'Timeout.<anonymous> (/copy/tests/within.ts:5:37)'),
    ],
    ['a refused connection', error('Error', 'connect ECONNREFUSED 127.0.0.1:1', 'afterConnect (node:net:1637:16)')],
    ['a refused call', error('TypeError', 'fetch failed', 'node:internal/deps/undici/undici:13510:13')],
    ['a slip of the test', error('TypeError', 'Cannot read properties of undefined', ownTest)],
    ['a slip of the product', error('TypeError', 'Cannot read properties of undefined', product)],
    ['what nobody knows', error('Error', 'odd', product)],
    ['a slip in a property', wrapped(error('TypeError', 'x is not a function', ownTest))],
    ['code that cannot run', error('ReferenceError', 'units is not defined', ownTest)],
  ])('%s is neither a find nor a miss', (_name, failure) => {
    const why = expect.stringContaining(failure.name);
    expect(judge(reportOf([one('passed'), one('failed', failure)]))).toEqual({ end: 'broke', why });
  });

  test('an assertion finds it beside something that broke', () => {
    const report = reportOf([one('failed', error('Error', 'Test timed out in 50ms.', vitest)), one('failed', unequal)]);
    expect(judge(report)).toMatchObject({ end: 'found' });
  });

  test('a file that cannot be loaded, fails as a whole or runs no test is neither', () => {
    const syntax = error('SyntaxError', 'Failed to parse source', product);
    expect(judge(reportOf([], syntax))).toMatchObject({ end: 'broke' });
    expect(judge(reportOf([one('skipped')], unequal))).toMatchObject({ end: 'broke' });
    expect(judge(reportOf([one('skipped')]))).toMatchObject({ end: 'broke' });
    expect(judge({ files: [] })).toMatchObject({ end: 'broke' });
  });
});

describe('Whether tests are green without a fault', () => {
  const asked = ['contract/sum.test.ts'];

  test('they are where each file has a test that passes', () => {
    expect(notGreen(reportOf([one('passed'), one('skipped')]), asked)).toEqual([]);
  });

  test('a failed test, a failed file and a file without a test that passes are named', () => {
    expect(notGreen(reportOf([one('passed'), one('failed')]), asked)).toHaveLength(1);
    expect(notGreen(reportOf([one('passed')], unequal), asked)).toHaveLength(1);
    expect(notGreen(reportOf([one('skipped')]), asked)).toHaveLength(1);
    expect(notGreen(reportOf([one('passed')]), [...asked, 'contract/other.test.ts'])).toHaveLength(1);
  });
});
