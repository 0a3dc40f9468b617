import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fakedClock } from '../kit/faked-clock.ts';
import { compileCache } from './compile-cache.ts';

const root = join(import.meta.dirname, '..', '..');

/** One of our programs as an operator starts it, with these settings and no others. */
export function program(script: string, args: string[], settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...fakedClock(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What it said, and its exit code, once it has ended by itself. */
export async function finished(child: ChildProcess): Promise<{ out: string; err: string; code: number | null }> {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, 'exit'),
  ]);
  return { out, err, code: code as number | null };
}

/** Ends it; its exit code. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server had ended before.');
  const exit = once(child, 'exit');
  child.kill(signal);
  return ((await exit) as [number | null])[0];
}

/**
 * Starts the server, waits until it is ready or has ended, and ends it: all that a start said, and whether it became
 * ready; `whenReady` may look at it meanwhile.
 */
export async function oneStart(
  settings: Record<string, string>,
  whenReady: () => Promise<void> = async () => undefined,
): Promise<{ out: string; err: string; isReady: boolean }> {
  const child = program('server/main.ts', [], settings);
  let looking: Promise<void> | undefined;
  child.stdout?.on('data', (bytes) => {
    if (looking || !String(bytes).includes('Mainstay is ready at')) return;
    looking = whenReady().finally(() => child.kill('SIGTERM'));
    looking.catch(() => undefined);
  });
  const { out, err } = await finished(child);
  await looking;
  return { out, err, isReady: looking !== undefined };
}

/** A port that nothing uses just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  return found;
}
