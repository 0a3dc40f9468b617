import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import type { Clinic } from '../clinic.ts';

export type Control = { pid: number; url: string; stop(): void };

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The floor, on the clinic's own database. */
export async function startControl(clinic: Clinic): Promise<Control> {
  const port = await freePort();
  const { ownerUrl } = await startEmbedded(clinic.dataDir);
  const child = spawn(process.execPath, ['tests/bench/control-server.ts'], {
    env: { ...process.env, CONTROL_URL: ownerUrl, CONTROL_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The control server did not start.')));
  });
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
