import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVitest } from './reports.ts';
import { hasPassed, toolStage, withoutWarnings, withReport, type StageEnd } from './stages.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mainstay-stages-'));
  mkdirSync(join(folder, 'test-results'));
  file = join(folder, 'test-results', 'unit.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

const good = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const stage = (run: () => StageEnd) =>
  withReport({ name: 'unit', lanes: 1, run: async () => run() }, file, readVitest).run();

test('a stage that left its report has passed by it', async () => {
  const ended = await stage(() => {
    writeFileSync(file, JSON.stringify(good));
    return { code: 0, output: '' };
  });
  expect(ended.report).toMatchObject({ passed: 2 });
  expect(hasPassed(ended)).toBe(true);
});

test('the report of an earlier run is not taken for one of this', async () => {
  writeFileSync(file, JSON.stringify(good));
  const ended = await stage(() => ({ code: 0, output: 'killed' }));
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('no report of tests') });
  expect(hasPassed(ended)).toBe(false);
});

test('failed tests fail a stage, whatever its exit code says', async () => {
  const ended = await stage(() => {
    writeFileSync(file, JSON.stringify({ ...good, numFailedTests: 1 }));
    return { code: 0, output: '' };
  });
  expect(hasPassed(ended)).toBe(false);
});

test('a tool that is killed has failed, and it is said', async () => {
  const script = 'console.log("began"); process.kill(process.pid, "SIGKILL")';
  const ended = await toolStage('tool', 'node', ['-e', script]).run();
  expect(ended).toMatchObject({ code: 1, output: expect.stringMatching(/began[^]*node was killed by SIGKILL/) });
});

test('what a tool prints comes with its exit code', async () => {
  const script = 'console.log("one"); console.error("two"); process.exitCode = 3';
  const ended = await toolStage('tool', 'node', ['-e', script]).run();
  expect(ended.code).toBe(3);
  expect(ended.output.split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

test.each([
  ['(!) Some chunks are larger than 500 kB', false],
  ['[INEFFECTIVE_DYNAMIC_IMPORT] Warning: a.ts is also imported by b.ts', false],
  ['Data of browsers is two months old', true],
  ['', true],
])('a build that prints “%s” has passed: %s', async (printed, passes) => {
  const script = `console.error(${JSON.stringify(printed)})`;
  const ended = await withoutWarnings(toolStage('build', 'node', ['-e', script])).run();
  expect(hasPassed(ended)).toBe(passes);
  expect(ended.output).toContain(printed);
});

test.each([
  ['', 0],
  ['✓ built in 3.1s\n', 0],
  ['(!) Some chunks are larger than 500 kB after minification.\n', 1],
  ['[plugin x] Warning: a module was left out\n', 1],
])('a build that prints %j ends with %i', async (output, code) => {
  const built = { name: 'build', lanes: 1, run: async () => ({ code: 0, output }) };
  expect(await withoutWarnings(built).run()).toEqual({ code, output });
});
