import { existsSync, readFileSync, rmSync } from 'node:fs';

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
