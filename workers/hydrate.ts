import type { EntityName } from '#contract/entities.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import type { Device } from '#local/device.ts';
import {
  isOfCookie,
  readCookie,
  readHydration,
  writeIfCurrent,
  type Engine,
  type Hydration,
  type Priority,
} from './engine.ts';
import { mirrorBatch, writeBatch } from './mirror-batch.ts';
import { sealPages } from './name-pages.ts';
import { pull } from './pull.ts';

const order: Priority[] = ['P0', 'P1', 'names'];
/** P1 reaches 60 days ahead, the screens need two weeks: once a week is plenty. */
const renewMs = 7 * 24 * 3_600_000;

/** Where history stands, taken before the first page: whatever changes meanwhile comes with the delta. */
export async function takeCookie(engine: Engine): Promise<void> {
  const { device, server } = engine;
  const { cookie, scopes } = await server.call('sync.pull', {
    device: device.DeviceId as never,
    cookie: null,
    more: null,
  });
  await sendAgain(device);
  await writeIfCurrent(engine, null, async () => {
    await device.mirror.kv.bulkPut([
      { key: 'cookie', value: cookie },
      { key: 'scopes', value: scopes },
    ]);
    await device.mirror.kv.bulkDelete(['hydration', 'acked']);
  });
}

/**
 * The history may be that of a restored backup, which forgot what it had said yes to: it gets those calls again,
 * and answers the ones it remembers without running them.
 */
async function sendAgain({ outbox, channel }: Device): Promise<void> {
  const changed = await outbox.calls.where('state').equals('acked').modify({ state: 'waiting' });
  if (changed > 0) channel.tell({ kind: 'outbox' });
}

/** What is still to be fetched of the working set, most urgent first. */
export function nextPriority(hydration: Hydration): Priority | undefined {
  return order.find((priority) => !hydration[priority].done);
}

/** Fetches and stores one page; rows, names and how far we are in one transaction. */
export async function hydratePage(engine: Engine, priority: Priority): Promise<void> {
  const { device, server, names } = engine;
  const cookie = await readCookie(engine);
  const { after } = (await readHydration(engine))[priority];
  const reply = await server.call('sync.hydrate', { priority, after });
  if (!(await isOfCookie(engine, reply.scopes))) return void (await pull(engine));
  if (priority === 'P0') await storeFirst(engine, cookie, reply.put);
  const behind = priority === 'P0' ? reply.put.filter(({ entity }) => !onWorkList.has(entity)) : reply.put;
  const batch = await mirrorBatch(device, behind, { everything: true, working: true });
  const pages = names.put(reply.names);
  const sealed = await sealPages(device, names, pages);
  await writeIfCurrent(engine, cookie, async () => {
    const hydration = await readHydration(engine);
    hydration[priority] = { done: reply.after === null, after: reply.after };
    if (priority === 'P1' && reply.after === null) hydration.P1At = Date.now();
    await writeBatch(device, batch);
    await device.mirror.namePages.bulkPut(sealed);
    await device.mirror.kv.put({ key: 'hydration', value: hydration });
  });
  if (pages.size > 0) device.channel.tell({ kind: 'names', pages: [...pages] });
  if (priority === 'names' && reply.after === null) names.settle();
  countFetched(engine, priority, reply.names.length + reply.put.reduce((sum, { rows }) => sum + rows.length, 0));
  await showHydration(engine);
}

function countFetched({ board }: Engine, priority: Priority, rows: number): void {
  const { fetched } = board.read();
  board.set({ fetched: { ...fetched, [priority]: fetched[priority] + rows } });
}

/** What the work list shows is stored ahead of the rest of its page: it is half the rows, and someone waits for it. */
const onWorkList = new Set<EntityName>([
  'facilities',
  'providers',
  'payers',
  'patients',
  'cases',
  'visits',
  'visitNotes',
  'claims',
]);

async function storeFirst(engine: Engine, cookie: string | null, put: Put[]): Promise<void> {
  const first = await mirrorBatch(
    engine.device,
    put.filter(({ entity }) => onWorkList.has(entity)),
    { everything: true, working: true },
  );
  await writeIfCurrent(engine, cookie, () => writeBatch(engine.device, first));
}

/** Days move on: asks for the weeks around today anew when the device has not done so for long. */
export async function renewHydration(engine: Engine): Promise<void> {
  const hydration = await readHydration(engine);
  if (hydration.P1At === null || Date.now() - hydration.P1At < renewMs) return;
  await hydrateAgain(engine, ['P0', 'P1']);
}

/** The rows stay until the new ones come. */
export async function hydrateAgain(engine: Engine, priorities: Priority[]): Promise<void> {
  const { kv } = engine.device.mirror;
  const hydration = await readHydration(engine);
  const fetched = { ...engine.board.read().fetched };
  for (const priority of priorities) {
    hydration[priority] = { done: false, after: null };
    fetched[priority] = 0;
  }
  engine.board.set({ fetched });
  await kv.put({ key: 'hydration', value: hydration });
}

export async function showHydration(engine: Engine): Promise<void> {
  const hydration = await readHydration(engine);
  const hydrated = { P0: hydration.P0.done, P1: hydration.P1.done, names: hydration.names.done };
  const { compared } = engine.board.read();
  const kept = compared ? undefined : await engine.device.mirror.kv.get('compared');
  engine.board.set({
    hydrated,
    phase: hydrated.P0 ? 'ready' : 'hydrating',
    compared: compared ?? (kept?.value as typeof compared | undefined) ?? null,
  });
}
