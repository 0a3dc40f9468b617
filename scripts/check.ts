import type { Stage } from './schedule.ts';
import { runAll } from './run-all.ts';
import { toolStage, vitestStage, type StageEnd } from './stages.ts';

/** What needs no test runner: short, and side by side with the tests. */
export const staticChecks: Stage<StageEnd>[] = [
  toolStage('types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
  toolStage('format', 'oxfmt', ['--check', '.']),
  toolStage('boundaries', 'node', ['scripts/boundaries.ts']),
];

/** The longest first, so that the lanes end together. */
export const unitTests: Stage<StageEnd>[] = [
  vitestStage('page tests', ['pages']),
  vitestStage('screen tests', ['screens']),
  vitestStage('unit tests', ['contract', 'local', 'screen-code']),
  vitestStage('protocol model', ['model']),
];

/** What must hold before anything is handed in: types, lint, format, boundaries, unit tests. */
if (process.argv[1]?.endsWith('check.ts')) process.exitCode = await runAll([...unitTests, ...staticChecks]);
