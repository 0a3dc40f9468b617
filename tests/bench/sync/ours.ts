import { proxy, wrap } from 'comlink';
import type { VisitId } from '#contract/base/ids.ts';
import { entityNames } from '#contract/kept-rows.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { pulledMids } from '#local/outbox/calls.ts';
import { heldCalls } from '#local/outbox/kept-calls.ts';
import { device, lockDevice, openDevice } from '#local/store/device.ts';
import { allMirrorRows } from '#local/store/mirror-rows.ts';
import { logThrough } from '#local/outbox/outbox-log.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readWhere } from '#local/reads/reads.ts';
import { logThread, type LogThread } from '#workers/copies/log-thread.ts';
import type { SyncState, SyncWorker } from '#workers/sync.worker.ts';
import { timeEach, type Measured } from './bench-rows.ts';

export type BenchUser = { site: string; UserId: string; token: string };
export type BenchMove = { id: VisitId; destination: VisitStage; lastUpdated: string };

type Running = {
  worker: ReturnType<typeof wrap<SyncWorker>>;
  thread: Worker;
  log: LogThread;
  until(is: (state: SyncState) => boolean): Promise<void>;
  state(): SyncState | null;
};

const days = 20;
let dataKey: CryptoKey;

type Loaded = Pick<Running, 'thread' | 'worker'>;

/** The product's own worker, which is there when a password has been checked; the others' code is loaded like that too. */
async function loaded(): Promise<Loaded> {
  const thread = new Worker(new URL('../../../workers/sync.worker.ts', import.meta.url), { type: 'module' });
  const worker = wrap<SyncWorker>(thread);
  await worker.online(true);
  return { thread, worker };
}

/** Opens it against the real server; only the screens are missing. */
async function start({ site, UserId, token }: BenchUser, { thread, worker }: Loaded): Promise<Running> {
  const watchers = new Set<(state: SyncState) => void>();
  let last: SyncState | null = null;
  await worker.onState(
    proxy((state: SyncState) => {
      last = state;
      for (const watch of watchers) watch(state);
    }),
  );
  await worker.open({ site, UserId, ProviderId: null, dataKey, token });
  return {
    worker,
    thread,
    log: logThread(site, UserId),
    state: () => last,
    until: (is) =>
      new Promise((resolve) => {
        const look = (state: SyncState) => {
          if (!is(state)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        if (last) look(last);
      }),
  };
}

async function stop({ worker, thread, log }: Running): Promise<void> {
  log.end();
  await worker.lock();
  thread.terminate();
}

function openHere({ site, UserId }: BenchUser, { log }: Running) {
  return openDevice({
    site,
    UserId,
    dataKey,
    log: logThrough(site, UserId, log.append),
  });
}

/** First sync, sealed, from an empty browser to the last page of the working set; then the reads and writes of a page. */
export async function oursMeasured(user: BenchUser, moves: BenchMove[]): Promise<Measured & { usableMs: number }> {
  dataKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const ready = await loaded();
  const began = performance.now();
  const running = await start(user, ready);
  await running.until(({ hydrated }) => hydrated.P0);
  const usableMs = performance.now() - began;
  await running.until(({ hydrated }) => hydrated.P0 && hydrated.P1 && hydrated.names);
  const firstSyncMs = performance.now() - began;
  await openHere(user, running);
  let records = 0;
  for (const entity of entityNames) records += (await allMirrorRows(device(), entity)).length;
  const writeMs = await timeEach(moves.length, (run) => saved(moves[run] as BenchMove, running));
  const dayList = await device().mirror.visitDays.toCollection().primaryKeys();
  const middle = Math.floor((dayList.length - days) / 2);
  const readDayMs = await timeEach(days, (run) =>
    readWhere('visits', { index: 'day', equals: String(dayList[middle + run]) }),
  );
  await emptied(running);
  await putAway(running);
  lockDevice();
  await stop(running);
  return { firstSyncMs, usableMs, records, writeMs, readDayMs };
}

/** A save that never ends says where it stands. */
async function saved(move: BenchMove, running: Running): Promise<void> {
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 20_000));
  if ((await Promise.race([queueWrite('visits.move', move), late])) === 'late')
    throw new Error(`A save did not end: ${await where(running)}`);
}

function emptied(running: Running): Promise<void> {
  return none(running, async () => (await heldCalls(device().outbox)).length);
}

/** The copies of what left the outbox are gone too: the next worker would begin with them. */
function putAway(running: Running): Promise<void> {
  return none(running, async () => (await pulledMids(device())).size);
}

async function none(running: Running, count: () => Promise<number>): Promise<void> {
  for (const until = performance.now() + 60_000; (await count()) > 0;) {
    if (performance.now() > until) throw new Error(`The outbox does not empty: ${await where(running)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function where({ state }: Running): Promise<string> {
  const calls = await device().outbox.calls.toArray();
  const states = Map.groupBy(calls, (call) => call.state);
  const counts = [...states].map(([name, of]) => `${of.length} ${name} (${of.at(0)?.mid}-${of.at(-1)?.mid})`);
  return `${counts.join(', ')}; ${JSON.stringify(state())}`;
}

/** Calls made while no worker ran, as during an outage; ms from its start until the outbox is empty. */
export async function oursDrained(user: BenchUser, moves: BenchMove[]): Promise<number> {
  const { site, UserId } = user;
  const here = await openDevice({ site, UserId, dataKey });
  for (const move of moves) await queueWrite('visits.move', move);
  if ((await here.outbox.calls.count()) !== moves.length) throw new Error('Not every call is in the outbox.');
  const ready = await loaded();
  const began = performance.now();
  const running = await start(user, ready);
  await emptied(running);
  const tookMs = performance.now() - began;
  lockDevice();
  await stop(running);
  return tookMs;
}
