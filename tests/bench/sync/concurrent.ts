import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { schemaVersion } from '#contract/schema-version.ts';
import type { Clinic } from '../../clinic.ts';
import { assertAll, figure, tailFigure, type Figure } from '../measure.ts';
import { tokenFor } from '../token.ts';
import { countWork, wordsOf } from '../work.ts';

const clients = 200;
/** Each client pushes one call and pulls once in so long (targets.md, P11). */
const everyMs = 5_000;
const forMs = 30_000;

type OwnVisit = { id: string; lastUpdated: string };
type Ask = (path: string, body: unknown) => Promise<Record<string, unknown>>;

function askWith(clinic: Clinic, token: string, heard: (ms: number, status: number) => void): Ask {
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json' };
  return async (path, body) => {
    const began = performance.now();
    const answer = await fetch(`${clinic.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const reply = (await answer.json()) as Record<string, unknown>;
    heard(performance.now() - began, answer.status);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return reply;
  };
}

async function oneClient(ask: Ask, visit: OwnVisit, until: number): Promise<void> {
  const device = randomUUID();
  let { cookie } = await ask('/sync/pull', { device, cookie: null, more: null });
  await wait(Math.random() * everyMs);
  for (let mid = 1; Date.now() < until; mid += 1) {
    const next = Date.now() + everyMs;
    const input = { ...visit, destination: mid % 2 === 1 ? 'confirmed' : 'scheduled' };
    const entry = {
      mid,
      name: 'visits.move',
      input,
      base: {},
      schemaVersion,
      madeAt: new Date().toISOString(),
      clockOffset: 0,
    };
    const { outcomes } = (await ask('/sync/push', { device, entries: [entry] })) as { outcomes?: { status: string }[] };
    if (outcomes?.[0]?.status !== 'ok') throw new Error(`A move was not applied: ${JSON.stringify(outcomes)}`);
    let more: unknown = null;
    do {
      const page = await ask('/sync/pull', { device, cookie, more });
      ({ more } = page);
      if (more === null) ({ cookie } = page);
    } while (more !== null);
    await wait(Math.max(0, next - Date.now()));
  }
}

/** 200 devices of one clinic at once, and one that asks when nothing is new. */
export async function benchConcurrent(clinic: Clinic): Promise<Figure[]> {
  const token = await tokenFor(clinic, 'front');
  const quiet = await benchQuietPull(clinic, token);
  const visits = await clinic.sql<OwnVisit>(
    `select "VisitId" as id, to_jsonb(updated_at) #>> '{}' as "lastUpdated" from visits
     where site = 'demo' and stage = 'scheduled' order by "VisitId" desc limit $1`,
    [clients],
  );
  assertAll('visits, one for each client', visits.length, clients);
  const times: number[] = [];
  const faults: number[] = [];
  const ask = askWith(clinic, token, (ms, status) => {
    times.push(ms);
    if (status !== 200) faults.push(status);
  });
  const worked = await countWork(clinic);
  const until = Date.now() + forMs;
  const ended = await Promise.allSettled(visits.map((visit) => oneClient(ask, visit, until)));
  const errors = faults.length + ended.filter(({ status }) => status === 'rejected').length;
  const share = worked(forMs + everyMs);
  return [
    quiet,
    tailFigure(
      `${clients} concurrent sync clients, a push and a pull each ${everyMs / 1000} s`,
      'ms',
      times,
      400,
      wordsOf(share, 'cores'),
    ),
    figure(`${clients} concurrent sync clients, errors`, 'errors', [errors], 0),
  ];
}

/** Processor and wall time of the server for a pull that brings nothing. */
async function benchQuietPull(clinic: Clinic, token: string): Promise<Figure> {
  const times: number[] = [];
  const ask = askWith(clinic, token, (ms) => times.push(ms));
  const device = randomUUID();
  const { cookie } = await ask('/sync/pull', { device, cookie: null, more: null });
  for (let run = 0; run < 50; run += 1) await ask('/sync/pull', { device, cookie, more: null });
  times.length = 0;
  const worked = await countWork(clinic);
  for (let run = 0; run < 300; run += 1) await ask('/sync/pull', { device, cookie, more: null });
  const used = worked(300);
  return figure(
    'pull with nothing new, request to reply on the same machine',
    'ms',
    times,
    5,
    `processor time: ${wordsOf(used)}`,
  );
}
