import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { moments, secondsAhead, wallAt, type Moment } from './clock-moments.ts';
import { sensitiveSuites, type Suite } from './clock-suites.ts';
import { findLibfaketime } from './libfaketime.ts';
import { run, toolEnvironment } from './run.ts';

/*
 * Runs the tests that have to do with days and hours at the moments of `clock-moments.ts`. The clock of the tests, the
 * server and PostgreSQL is set ahead together; what measures how long something takes runs on as ever.
 *
 * Under libfaketime, PostgreSQL's own alarms (a deadlock, a statement that takes too long) do not go off: its handler
 * sees the true time. Tests of those are not in the list.
 */
const report = 'test-results/clock.json';

type Outcome = { moment: Moment; suite: string; shown: string; isWell: boolean };

function settingsOf(library: string, moment: Moment): Record<string, string> {
  return {
    LD_PRELOAD: library,
    FAKETIME: `+${secondsAhead(moment, new Date())}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    TZ: moment.machineZone,
  };
}

/** A library that has no effect would let everything pass. */
function assertClock(settings: Record<string, string>): void {
  const before = Date.now();
  const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], {
    encoding: 'utf8',
    env: toolEnvironment(settings),
  });
  const setAheadMs = Number(stdout) - before;
  if (!(Math.abs(setAheadMs / 1000 - Number.parseInt(settings['FAKETIME'] ?? '', 10)) < 60))
    throw new Error('libfaketime does not set the clock of Node on this machine.');
}

async function runSuite(library: string, moment: Moment, { name, options }: Suite): Promise<Outcome> {
  const settings = settingsOf(library, moment);
  assertClock(settings);
  rmSync(report, { force: true });
  console.log(`\n— ${moment.name}, ${wallAt(moment, new Date())} (${moment.machineZone}): ${name}`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...options, ...reporters], settings);
  return { moment, suite: name, ...readReport(code) };
}

function readReport(code: number): Pick<Outcome, 'shown' | 'isWell'> {
  if (!existsSync(report)) return { shown: 'did not run', isWell: false };
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counts;
  const isWell = code === 0 && passed > 0;
  return {
    shown: failed > 0 ? `${failed} of ${passed + failed} FAILED` : isWell ? `${passed} passed` : 'FAILED',
    isWell,
  };
}

function showTable(outcomes: Outcome[]): void {
  const suites = [...new Set(outcomes.map(({ suite }) => suite))];
  const rows = [...Map.groupBy(outcomes, ({ moment }) => moment)].map(([moment, of]) => [
    moment.name,
    ...suites.map((suite) => of.find((each) => each.suite === suite)?.shown ?? '–'),
  ]);
  const table = [['moment', ...suites], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log();
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function chosenMoments(names: readonly string[]): readonly Moment[] {
  const unknown = names.filter((name) => !moments.some((moment) => moment.name === name));
  if (unknown.length === 0) return names.length === 0 ? moments : moments.filter(({ name }) => names.includes(name));
  const known = moments.map(({ name, why }) => `  ${name}: ${why}`).join('\n');
  throw new Error(`There is no moment '${unknown.join(`', '`)}'. There are:\n${known}`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { moment: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const suites = positionals.length > 0 ? [{ name: 'chosen', options: positionals }] : sensitiveSuites;
  const chosen = chosenMoments(values.moment);
  const library = findLibfaketime();
  const outcomes: Outcome[] = [];
  for (const moment of chosen) for (const suite of suites) outcomes.push(await runSuite(library, moment, suite));
  showTable(outcomes);
  return outcomes.every(({ isWell }) => isWell) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
