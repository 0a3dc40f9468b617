import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const here = new URL('run-lean.ts', import.meta.url).href;
const program = `
  import { runLean } from '${here}';
  runLean();
  runLean();
  const { pid, ppid, execArgv, env } = process;
  const inherited = Object.keys(env).filter((name) => name.startsWith('MALLOC_'));
  const { readFileSync } = await import('node:fs');
  const given = readFileSync('/proc/self/environ', 'utf8').split('\\0').filter((one) => one.startsWith('MALLOC_'));
  console.log(JSON.stringify({ pid, ppid, execArgv, inherited, given, limit: process.argv.at(-1) }));
  process.exit(3);
`;

async function run({ env = {}, hasChannel = false }: { env?: Record<string, string>; hasChannel?: boolean } = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, 'last'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { pid: child.pid, code: code as number | null, err, said: JSON.parse(out) as Record<string, unknown> };
}

test.skipIf(process.platform !== 'linux')(
  'the program runs again in the same process, once, and its children get none of the settings',
  async () => {
    const { pid, code, err, said } = await run();
    expect([code, err]).toEqual([3, '']);
    expect(said).toMatchObject({ pid, ppid: process.pid, inherited: [], limit: 'last' });
    expect(said['execArgv']).toEqual(expect.arrayContaining(['--max-semi-space-size=16', '--input-type=module']));
    expect(said['given']).toHaveLength(3);
  },
);

test.skipIf(process.platform !== 'linux')('what the environment says counts', async () => {
  const { said } = await run({ env: { MALLOC_ARENA_MAX: '4' } });
  expect(said['given']).toContain('MALLOC_ARENA_MAX=4');
  expect(said['inherited']).toEqual(['MALLOC_ARENA_MAX']);
  const { said: other } = await run({ env: { NODE_OPTIONS: '--max-semi-space-size=32' } });
  expect(other).toMatchObject({ given: [] });
});

test.skipIf(process.platform !== 'linux')('a process that is talked to by a channel stays as it is', async () => {
  const { said } = await run({ hasChannel: true });
  expect(said).toMatchObject({ given: [], inherited: [] });
});
