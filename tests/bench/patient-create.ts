import { randomUUID } from 'node:crypto';
import type { Clinic } from '../clinic.ts';
import { patientBody } from '../patient-body.ts';
import { startControl } from './control.ts';
import { figure, median, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';
import { countWork, totalOf, type Work } from './work.ts';

const rounds = 5;
const perRound = 200;
const nothing: Work = { api: Number.NaN, database: Number.NaN };

type Asked = { clinic: Clinic; pid: number; url: string; headers: Record<string, string>; PayerId: string };

/** Processor ms of a process and of the database for each of `perRound` creates, four at a time. */
async function oneRound({ clinic, pid, url, headers, PayerId }: Asked): Promise<Work> {
  const worked = await countWork(clinic, pid);
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
  return worked(perRound);
}

/** Patient create by API against the floor, turn by turn in the same run. */
export async function benchPatientCreate(clinic: Clinic): Promise<Figure[]> {
  const token = await tokenFor(clinic, 'front');
  const [payer] = await clinic.sql<{ PayerId: string }>(`select "PayerId" from payers where site = 'demo' limit 1`);
  const PayerId = payer?.PayerId ?? '';
  const control = await startControl(clinic);
  const ours: Work[] = [];
  const floor: Work[] = [];
  try {
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
    const api = { clinic, pid: clinic.pid(), url: `${clinic.url}/api/patients`, headers, PayerId };
    const bare = { clinic, pid: control.pid, url: `${control.url}/patients`, headers: {}, PayerId };
    await oneRound(api);
    await oneRound(bare);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await oneRound(api));
      floor.push(await oneRound(bare));
    }
  } finally {
    control.stop();
  }
  const ratios = ours.map((one, at) => totalOf(one) / totalOf(floor[at] ?? nothing));
  return [
    figure(
      'patient create by API, processor time of the API process',
      'ms',
      ours.map(({ api }) => api),
      3,
      `database ${median(ours.map(({ database }) => database)).toFixed(2)} ms`,
    ),
    figure(
      'patient create against a bare Fastify and PostgreSQL control, processor time of API and database',
      '×',
      ratios,
      3.5,
      `${median(ours.map(totalOf)).toFixed(2)} ms, control ${median(floor.map(totalOf)).toFixed(2)} ms`,
    ),
  ];
}
