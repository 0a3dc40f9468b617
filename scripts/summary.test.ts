import { expect, test } from 'vitest';
import type { Report } from './reports.ts';
import type { Outcome } from './schedule.ts';
import type { StageEnd } from './stages.ts';
import { isPassed, summaryOf } from './summary.ts';

const report = (more: Partial<Report> = {}): Report => ({
  passed: 3,
  failed: 0,
  skipped: 1,
  failures: [],
  files: [{ file: 'a.test.ts', seconds: 2 }],
  ...more,
});
const ran = (name: string, code: number, found?: Report): Outcome<StageEnd> => ({
  name,
  seconds: 1.25,
  state: 'ran',
  result: { code, output: '', ...(found && { report: found }) },
});
const lastLine = (outcomes: Outcome<StageEnd>[]) => summaryOf(outcomes).split('\n').at(-1);

test('the counts of all stages stand alone on the last line', () => {
  expect(lastLine([ran('types', 0), ran('unit', 0, report()), ran('api', 0, report({ passed: 4 }))])).toBe(
    '7 passed, 0 failed, 2 skipped',
  );
});

test('failed tests are counted once, not once more for their stage', () => {
  const found = report({ passed: 2, failed: 2, failures: ['one', 'two'] });
  expect(lastLine([ran('unit', 1, found)])).toBe('2 passed, 2 failed, 1 skipped');
});

test.each<[string, Outcome<StageEnd>]>([
  ['a tool', ran('types', 2)],
  ['a runner whose tests all passed', ran('unit', 1, report({ passed: 0, skipped: 0 }))],
  [
    'a runner that ended well with a file it could not load',
    ran('unit', 0, report({ passed: 0, skipped: 0, failures: ['x'] })),
  ],
  ['what did not start', { name: 'browser', seconds: 0, state: 'broke', reason: 'No Chromium.' }],
  ['what was left out', { name: 'browser', seconds: 0, state: 'not run', reason: "'build' failed" }],
])('a stage that failed without a failed test counts as one: %s', (_what, outcome) => {
  expect(isPassed(outcome)).toBe(false);
  expect(lastLine([outcome])).toBe('0 passed, 1 failed, 0 skipped');
});

test('failures, the time of each stage and the ten slowest files come before', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
  const text = summaryOf([
    ran('types', 0),
    ran('unit', 1, report({ failed: 1, failures: ['rounds\n  expected 1'], files })),
    { name: 'browser', seconds: 0, state: 'not run', reason: "'build' failed" },
  ]);
  expect(text).toContain('\nrounds\n  expected 1\n');
  expect(text).toContain("ok: types, 1.3 s\nFAILED: unit, 1.3 s\nNOT RUN: browser, because 'build' failed\n");
  const shown = text.match(/\d+\.test\.ts/g);
  expect(shown).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `${at}.test.ts`));
});
