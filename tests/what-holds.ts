import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Node's options for a process that tells on request what keeps it alive. */
export function reporting(folder: string): string[] {
  return ['--report-on-signal', '--report-signal=SIGUSR2', `--report-directory=${folder}`];
}

type Report = {
  javascriptStack: { stack?: string[] };
  libuv: { type: string; is_active: boolean; is_referenced: boolean; remoteEndpoint?: { port: number } }[];
};

/** What a process that does not end is at: its stack and its open handles. */
export async function whatHolds(child: ChildProcess, folder: string): Promise<string> {
  child.kill('SIGUSR2');
  for (let tries = 0; tries < 50; tries += 1) {
    await pause(100);
    const [name] = readdirSync(folder).filter((each) => /^report.*\.json$/.test(each));
    const report = name && readReport(join(folder, name));
    if (report) return report;
  }
  return 'nothing it could tell';
}

function readReport(path: string): string | undefined {
  try {
    const { javascriptStack, libuv } = JSON.parse(readFileSync(path, 'utf8')) as Report;
    const handles = libuv.filter((each) => each.is_active && each.is_referenced).map((each) => JSON.stringify(each));
    return [...(javascriptStack.stack ?? []), ...handles].join('\n');
  } catch {
    // Not all of it is written yet.
    return undefined;
  }
}
