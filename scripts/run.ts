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

/** Runs the steps in order, says how long each took, and stops at the first that fails. */
export async function inOrder(steps: [name: string, step: () => Promise<number>][]): Promise<number> {
  for (const [name, step] of steps) {
    const began = performance.now();
    console.log(`\n— ${name}`);
    const code = await step();
    console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (code !== 0) return code;
  }
  return 0;
}
