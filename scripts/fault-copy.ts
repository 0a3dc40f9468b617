import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestReport } from './fault-report.ts';
import { toolEnvironment } from './run.ts';

const root = join(import.meta.dirname, '..');
/** A planted fault may make a loop that never ends; so long each test file may take. */
const patienceMs = 300_000;

/** `report` is null where vitest gave none. */
export type Ran = { report: TestReport | null; output: string };

/** A copy of this tree, in which faults are planted: a run that is killed leaves none in the tree itself. */
export type FaultCopy = {
  /** Changes a file while `work` goes on. */
  changed<R>(path: string, change: (text: string) => string, work: () => Promise<R>): Promise<R>;
  test(paths: readonly string[], ...options: string[]): Promise<Ran>;
  /** Ends what runs in the copy and removes it. */
  remove(): Promise<void>;
};

export function makeFaultCopy(): FaultCopy {
  const folder = mkdtempSync(join(tmpdir(), 'mainstay-faults-'));
  for (const path of treeFiles()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(root, path), to);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  let running: ChildProcess | null = null;
  return {
    async changed(path, change, work) {
      const at = join(folder, path);
      const before = readFileSync(at, 'utf8');
      writeFileSync(at, change(before));
      try {
        return await work();
      } finally {
        writeFileSync(at, before);
      }
    },
    async test(paths, ...options) {
      const args = [...paths, ...options, `--reporter=${join(root, 'scripts', 'fault-reporter.ts')}`];
      const ran = await runVitest(folder, args, paths.length * patienceMs, (child) => (running = child));
      running = null;
      return ran;
    },
    async remove() {
      if (running) await ended(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What git knows or would add, as it is on disk. */
function treeFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

async function runVitest(
  folder: string,
  args: string[],
  timeout: number,
  onStart: (child: ChildProcess) => void,
): Promise<Ran> {
  const file = join(folder, 'test-results', 'faults.json');
  rmSync(file, { force: true });
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const child = spawn(vitest, ['run', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: toolEnvironment({ FAULT_REPORT: file }),
    timeout,
  });
  onStart(child);
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestReport) : null;
  return { report, output };
}

/** Vitest ends its own workers and its database. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  await closed;
}
