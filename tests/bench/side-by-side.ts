import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clinic } from '../clinic.ts';
import type { Control } from './control.ts';
import { cpuMs, databaseCpuMs, percentile } from './measure.ts';
import { postmasterOf } from './work.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const clients = 10;
/** No round of one side takes longer, whatever is left of it. */
const longestMs = 4_000;

type Call = { url: string; method?: string; headers: Record<string, string>; body?: string };
/** One kind of request to both sides; `turns` at a time, `target` times the control's processor time. */
export type Work = {
  name: string;
  turns: number;
  target: number;
  ours(turn: number): Call;
  floor(turn: number): Call;
};
/** ms of processor time for a request in each round, requests a second at ten clients, ms at one. */
type Side = { api: number[]; database: number[]; total: number[]; perSecond: number[]; p50: number; p95: number };
export type Compared = { ours: Side; floor: Side };

/** Turn by turn in the same run, so that both meet the same weather. */
export async function sideBySide(clinic: Clinic, control: Control, work: Work): Promise<Compared> {
  const postmaster = await postmasterOf(clinic);
  const sides = [
    { pid: clinic.pid(), call: work.ours, side: emptySide() },
    { pid: control.pid, call: work.floor, side: emptySide() },
  ] as const;
  const [ours, floor] = sides;
  let turn = 0;
  const next = () => (turn += 1);
  for (const { call } of sides) await atOnce(clients, work.turns, () => ask(call(next())));
  for (let round = 0; round < rounds; round += 1) {
    for (const { pid, call, side } of round % 2 === 0 ? sides : sides.toReversed()) {
      const [api, database, began] = [cpuMs(pid), databaseCpuMs(postmaster), performance.now()];
      const done = await atOnce(clients, work.turns, () => ask(call(next())));
      side.perSecond.push((done * 1_000) / (performance.now() - began));
      // What a call leaves to be sealed is its own work, not the next side's.
      while ((await clinic.sql('select from audit_unsealed limit 1')).length > 0) await wait(100);
      side.api.push((cpuMs(pid) - api) / done);
      side.database.push((databaseCpuMs(postmaster) - database) / done);
      side.total.push((side.api.at(-1) ?? 0) + (side.database.at(-1) ?? 0));
    }
  }
  const times: [number[], number[]] = [[], []];
  const until = performance.now() + 2 * longestMs;
  for (let count = 0; count < work.turns / 2 && (count < 5 || performance.now() < until); count += 1) {
    times[0].push(await timed(() => ask(ours.call(next()))));
    times[1].push(await timed(() => ask(floor.call(next()))));
  }
  for (const [at, { side }] of sides.entries()) {
    side.p50 = percentile(times[at] ?? [], 0.5);
    side.p95 = percentile(times[at] ?? [], 0.95);
  }
  return { ours: ours.side, floor: floor.side };
}

const emptySide = (): Side => ({ api: [], database: [], total: [], perSecond: [], p50: 0, p95: 0 });

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** How many were done: fewer than asked for where they take too long. */
async function atOnce(lanes: number, turns: number, work: () => Promise<void>): Promise<number> {
  const until = performance.now() + longestMs;
  let done = 0;
  const lane = async () => {
    while (done < turns && performance.now() < until) {
      done += 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

const agent = new Agent({ keepAlive: true, maxSockets: clients });

/** A whole answer over a kept connection; anything but 200 ends the run. */
function ask({ url, method = 'GET', headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) return resolve();
        reject(new Error(`${method} ${url} answered ${answer.statusCode}: ${Buffer.concat(parts).toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
