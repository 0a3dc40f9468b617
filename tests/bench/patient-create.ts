import { randomUUID } from 'node:crypto';
import type { Clinic } from '../clinic.ts';
import { patientBody } from '../patient-body.ts';
import { startControl } from './control.ts';
import { cpuMs, figure, median, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';

const rounds = 5;
const perRound = 200;

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
  const control = await startControl(clinic);
  const ours: number[] = [];
  const floor: number[] = [];
  try {
    const oursUrl = `${clinic.url}/api/patients`;
    const floorUrl = `${control.url}/patients`;
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
    await oneRound(clinic.pid(), oursUrl, headers, PayerId);
    await oneRound(control.pid, floorUrl, {}, PayerId);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await oneRound(clinic.pid(), oursUrl, headers, PayerId));
      floor.push(await oneRound(control.pid, floorUrl, {}, PayerId));
    }
  } finally {
    control.stop();
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
