import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeClinic, type Clinic } from '../clinic.ts';
import { patientBody } from '../patient-body.ts';
import { fillCalendar } from './fill-calendar.ts';
import { assertAll, cpuMs, figure, type Figure } from './measure.ts';
import { startProgram } from './start-program.ts';
import { weekToAsk } from './schedule-week.ts';
import { tokenFor } from './token.ts';

const requests = Number(process.env['BENCH_REQUESTS'] ?? 10_000);
const clients = 10;
const metricsToken = 'a token for the bench of memory';
const targetMb = 250;
/** V8 lets a heap grow to four times what is in use before it collects all; what climbs beyond this never comes down. */
const mostMb = 600;

type Memory = { rss: number; heap: number };
type Call = { path: string; body?: unknown; isWrite?: boolean };

/**
 * What the API process holds after many requests of all kinds, started as `npm start` does. Held to the target is what it
 * keeps once nobody asks: that is what the other programs of the machine have to do without all day. While requests run,
 * V8 takes more because collecting less often costs less time; that has a limit of its own, so that nothing climbs.
 */
export async function benchMemory(): Promise<Figure[]> {
  const clinic = await makeClinic(
    { REQUESTS_PER_MINUTE: '10000000', METRICS_TOKEN: metricsToken, JUDGED_REPLIES: '0.01' },
    'own',
    startProgram(),
  );
  try {
    await clinic.start();
    await fillCalendar(clinic);
    const before = await memoryOf(clinic);
    const calls = await callsOn(clinic);
    let highest = before.rss;
    const watch = setInterval(() => {
      void memoryOf(clinic).then(
        ({ rss }) => (highest = Math.max(highest, rss)),
        () => undefined,
      );
    }, 1_000);
    const began = performance.now();
    const usedBefore = cpuMs(clinic.pid());
    const bytes = await sendAll(clinic, calls).finally(() => clearInterval(watch));
    const perSecond = Math.round((requests / (performance.now() - began)) * 1_000);
    const after = await memoryOf(clinic);
    await wait(5_000);
    const later = await memoryOf(clinic);
    highest = Math.max(highest, after.rss);
    const note = [
      `before RSS ${before.rss} heap ${before.heap}`,
      `after RSS ${after.rss} heap ${after.heap}`,
      `5 s later RSS ${later.rss} heap ${later.heap}`,
      `${Math.round(bytes / 1e6)} MB of replies`,
      `${perSecond} requests/s`,
      `${((cpuMs(clinic.pid()) - usedBefore) / requests).toFixed(2)} ms of processor time for each`,
    ].join(', ');
    const told = requests.toLocaleString('en-US');
    return [
      figure(
        `memory of the API process (RSS) in the pause after ${told} mixed requests`,
        'MB',
        [later.rss],
        targetMb,
        note,
      ),
      figure('memory of the API process (RSS), the most during them', 'MB', [highest], mostMb),
    ];
  } finally {
    await clinic.stop();
  }
}

async function memoryOf({ url }: Clinic): Promise<Memory> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await answer.text();
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]) / 1e6);
  return { rss: mb('process_resident_memory_bytes'), heap: mb('nodejs_heap_size_used_bytes') };
}

/** Reads, searches, a week, writes, charts, pulls and first syncs, as ten devices ask for them. */
async function callsOn(clinic: Clinic): Promise<((turn: number) => Call)[]> {
  const patients = await clinic.sql<{ id: string }>(
    `select "PatientId" as id from patients where site = 'demo' order by md5("PatientId"::text) limit 500`,
  );
  assertAll('patients', patients.length, 500);
  const week = await weekToAsk(clinic);
  const idAt = (turn: number) => patients[(turn * 7) % patients.length]?.id ?? '';
  const device = (turn: number) => `00000000-0000-4000-8000-${String(turn % clients).padStart(12, '0')}`;
  const read = (turn: number) => ({ path: `/patients/${idAt(turn)}` });
  const search = (turn: number) => ({ path: `/patients?q=${['cal', 'calendar 1', 'm', 'rob'][turn % 4]}` });
  return [
    read,
    search,
    (turn) => ({ path: '/patients', body: patientBody(`Memory${turn}`), isWrite: true }),
    (turn) => ({ path: '/sync/pull', body: { device: device(turn), cookie: null, more: null } }),
    (turn) => ({ path: `/sync/chart/${idAt(turn)}` }),
    read,
    search,
    (turn) => ({ path: '/sync/hydrate', body: { priority: (['P0', 'P1', 'names'] as const)[turn % 3], after: null } }),
    () => ({ path: '/scheduling/weekData', body: { date: week.day, employeeIds: week.ProviderIds } }),
    () => ({ path: '/setup' }),
  ];
}

/** Bytes that came back. */
async function sendAll(clinic: Clinic, calls: ((turn: number) => Call)[]): Promise<number> {
  const token = await tokenFor(clinic, 'admin');
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
  let turn = 0;
  let bytes = 0;
  const lane = async () => {
    while (turn < requests) {
      const call = calls[turn % calls.length]?.(Math.floor(turn / calls.length));
      turn += 1;
      if (call) bytes += await send(`${clinic.url}/api${call.path}`, headers, call);
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  return bytes;
}

async function send(url: string, headers: Record<string, string>, call: Call): Promise<number> {
  const { body, isWrite } = call;
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(isWrite && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.arrayBuffer();
  if (answer.status === 503) {
    // A busy machine: devices come again later as well.
    await wait(500);
    return send(url, headers, call);
  }
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${Buffer.from(text).toString()}`);
  return text.byteLength;
}
