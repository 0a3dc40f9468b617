import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');

/** Environment in which tools find our Node before the system's. */
export function toolEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...more };
}

/** Runs a tool of node_modules with its output shown, on stderr where stdout is ours; resolves to its exit code. */
export function run(
  tool: string,
  args: string[],
  more: Record<string, string> = {},
  output: 1 | 2 = 1,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, tool), args, { stdio: ['ignore', output, 2], env: toolEnvironment(more) });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** How a tool ended, and what it printed where nobody watched. */
export type Ended = { code: number; output: string };

/** The same with the output collected, so that tools that run side by side do not mix their lines. */
export function runCollected(tool: string, args: string[], more: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, tool), args, { stdio: ['ignore', 'pipe', 'pipe'], env: toolEnvironment(more) });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const killed = code === null ? `\n${tool} was killed by ${signal}\n` : '';
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() + killed });
    });
  });
}
