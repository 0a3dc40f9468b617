import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'mainstay-ending-'));
const fifo = join(root, 'fifo');
execFileSync('mkfifo', [fifo]);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a process says that ends by a signal, and its exit code. */
async function ended(parts: string): Promise<{ said: string[]; code: number | null; signal: string | null }> {
  const program = `
    import { readFile } from 'node:fs/promises';
    import { endOnSignals } from '${new URL('ending.ts', import.meta.url).href}';
    const ending = endOnSignals((sentence) => console.log(sentence));
    const part = (name, stop = async () => console.log('stopped ' + name)) => ending.started(Promise.resolve(), stop);
    ${parts}
    setInterval(() => undefined, 1_000);
    console.log('ready');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 2] });
  let out = '';
  child.stdout?.on('data', (bytes) => {
    out += String(bytes);
    if (String(bytes).includes('ready')) child.kill('SIGTERM');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { said: out.trim().split('\n'), code, signal };
}

test('the last that was started stops first; one that fails keeps none of the others from stopping, and is told', async () => {
  const { said, code } = await ended(`
    await part('database');
    await part('app', () => Promise.reject(new Error('The app does not stop.')));
    await part('backups');
  `);
  expect([said, code]).toEqual([['ready', 'stopped backups', 'stopped database', 'The app does not stop.'], 1]);
});

test('a disk that hangs keeps no process from its end, nor changes how it ended', async () => {
  const hanging = `readFile('${fifo}').catch(() => undefined);`;
  expect(await ended(`${hanging} await part('database');`)).toEqual({
    said: ['ready', 'stopped database'],
    code: 0,
    signal: null,
  });
  const { said, code } = await ended(`${hanging} await part('backups', () => new Promise(() => undefined));`);
  expect([said.at(-1), code]).toEqual(['Mainstay ended before everything was stopped. The next start takes it up.', 1]);
});
