import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { readBrowser, readVitest, type Report } from './reports.ts';
import { run, runCollected, type Ended } from './run.ts';
import type { Stage } from './schedule.ts';

/** Tests wait for clocks, processes and disks: three things at a time keep two cores busy, and starve none of them. */
export const lanes = 3;

/** A stage that ended: its exit code, what it printed unseen, and what its tests came to. */
export type StageEnd = Ended & { report?: Report };

/** `isLive`: what it prints is seen as it comes, and not at its end. */
type Choice = { lanes?: number; needs?: string; environment?: () => Record<string, string>; isLive?: boolean };

/** A tool without tests. */
export function toolStage(name: string, tool: string, args: string[], choice: Choice = {}): Stage<StageEnd> {
  const { lanes: taken = 1, needs, environment, isLive = false } = choice;
  return {
    name,
    lanes: taken,
    ...(needs !== undefined && { needs }),
    run: async () => {
      const more = environment?.() ?? {};
      return isLive ? { code: await run(tool, args, more), output: '' } : runCollected(tool, args, more);
    },
  };
}

/** A newcomer reads what the tool prints before the app is there: a warning fails it. */
export function withoutWarnings(stage: Stage<StageEnd>): Stage<StageEnd> {
  return {
    ...stage,
    run: async () => {
      const ended = await stage.run();
      const warns = /^.*(\bwarning\b|\(!\)).*$/im.exec(ended.output);
      return warns && ended.code === 0 ? { ...ended, code: 1 } : ended;
    },
  };
}

/** Vitest on some projects, with as many workers as its lanes are worth. */
export function vitestStage(name: string, projects: string[], more: string[] = [], choice: Choice = {}) {
  const file = `test-results/${name.replaceAll(/[^\w.-]+/g, '-')}.json`;
  const workers = Math.max(1, Math.floor((availableParallelism() * (choice.lanes ?? 1)) / lanes));
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...more,
  ];
  return withReport(toolStage(name, 'vitest', args, choice), file, readVitest);
}

export function browserStage(name: string, args: string[], choice: Choice): Stage<StageEnd> {
  return withReport(toolStage(name, 'playwright', ['test', ...args], choice), 'test-results/browser.json', readBrowser);
}

/** A runner that was killed leaves no report, or an old one: without a new one its stage has failed. */
export function withReport(stage: Stage<StageEnd>, file: string, read: (text: string) => Report): Stage<StageEnd> {
  return {
    ...stage,
    run: async () => {
      rmSync(file, { force: true });
      const ended = await stage.run();
      try {
        return { ...ended, report: read(readFileSync(file, 'utf8')) };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return { code: ended.code || 1, output: `${ended.output}\nno report of tests: ${why}\n` };
      }
    },
  };
}

export function hasPassed({ code, report }: StageEnd): boolean {
  return code === 0 && (report === undefined || (report.failed === 0 && report.failures.length === 0));
}
