import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import type { Clinic } from '../clinic.ts';
import { patientBody } from '../patient-body.ts';
import { cpuMs, figure, median, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';

const rounds = 5;
const perRound = 200;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return typeof address === 'object' && address ? address.port : 0;
}

async function startControl(clinic: Clinic, port: number): Promise<ChildProcess> {
  const { ownerUrl } = await startEmbedded(clinic.dataDir);
  const child = spawn(process.execPath, ['tests/bench/control-server.ts'], {
    env: { ...process.env, CONTROL_URL: ownerUrl, CONTROL_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The control server did not start.')));
  });
  return child;
}

/** Processor ms of one process for each of `perRound` creates, four at a time. */
async function oneRound(pid: number, url: string, headers: Record<string, string>, PayerId: string): Promise<number> {
  const before = cpuMs(pid);
  let sent = 0;
  const lane = async () => {
    while (sent < perRound) {
      sent += 1;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(patientBody(`Bench${sent}`, PayerId)),
      });
      if (!answer.ok) throw new Error(`create failed: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return (cpuMs(pid) - before) / perRound;
}

/** Patient create by API against the floor, turn by turn in the same run. */
export async function benchPatientCreate(clinic: Clinic): Promise<Figure[]> {
  const token = await tokenFor(clinic, 'front');
  const [payer] = await clinic.sql<{ PayerId: string }>(`select "PayerId" from payers where site = 'demo' limit 1`);
  const PayerId = payer?.PayerId ?? '';
  const port = await freePort();
  const control = await startControl(clinic, port);
  const ours: number[] = [];
  const floor: number[] = [];
  try {
    const oursUrl = `${clinic.url}/api/patients`;
    const floorUrl = `http://127.0.0.1:${port}/patients`;
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
    await oneRound(clinic.pid(), oursUrl, headers, PayerId);
    await oneRound(control.pid ?? 0, floorUrl, {}, PayerId);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await oneRound(clinic.pid(), oursUrl, headers, PayerId));
      floor.push(await oneRound(control.pid ?? 0, floorUrl, {}, PayerId));
    }
  } finally {
    control.kill();
  }
  const ratios = ours.map((one, at) => one / (floor[at] ?? Number.NaN));
  return [
    figure('patient create by API, processor time of the API process', 'ms', ours, 3),
    figure(
      'patient create against a bare Fastify and PostgreSQL control',
      '×',
      ratios,
      3.5,
      `control ${median(floor).toFixed(2)} ms`,
    ),
  ];
}
