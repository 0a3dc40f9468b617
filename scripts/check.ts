import { boundaryFaults } from './boundaries.ts';
import { vitestReport } from './counts.ts';
import { inOrder, run } from './run.ts';

async function boundaries(): Promise<number> {
  const faults = await boundaryFaults();
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

/** What must hold before anything is handed in: types, lint, format, boundaries, unit tests. */
export const checks: [string, () => Promise<number>][] = [
  ['types', () => run('tsc', ['-p', 'tsconfig.json'])],
  ['types of workers', () => run('tsc', ['-p', 'tsconfig.worker.json'])],
  ['lint', () => run('oxlint', ['--type-aware', '--deny-warnings'])],
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['boundaries', boundaries],
  [
    'unit tests',
    () =>
      run('vitest', [
        'run',
        '--project',
        'contract',
        '--project',
        'local',
        '--project',
        'screens',
        '--project',
        'model',
        ...vitestReport('unit'),
      ]),
  ],
];

if (process.argv[1]?.endsWith('check.ts')) process.exitCode = await inOrder(checks);
