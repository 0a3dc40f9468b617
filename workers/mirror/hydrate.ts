import type { ReplyOf } from '#contract/endpoints.ts';
import { offerAgain } from '#local/outbox/kept-calls.ts';
import { mendCalls } from '#local/outbox/mend-calls.ts';
import {
  isOfCookie,
  readCookie,
  readHydration,
  stale,
  writeIfCurrent,
  type Engine,
  type Hydration,
  type Priority,
} from '../sync/engine.ts';
import { mirrorBatch, sealedBatch, storeIfCurrent, type ReadyBatch } from './mirror-batch.ts';
import { sealPages } from '../names/name-pages.ts';
import { pull } from '../sync/pull.ts';

const order: Priority[] = ['P0', 'P1', 'names'];
/** P1 reaches 60 days ahead, the screens need two weeks: once a week is plenty. */
const renewMs = 7 * 24 * 3_600_000;

/** Where history stands, taken before the first page: whatever changes meanwhile comes with the delta. */
export async function takeCookie(engine: Engine): Promise<void> {
  const { device, server } = engine;
  const { cookie, scopes, epoch } = await server.call('sync.pull', {
    device: device.DeviceId as never,
    cookie: null,
    more: null,
  });
  if (await offerAgain(device.outbox, epoch)) {
    await mendCalls(device);
    device.channel.tell({ kind: 'outbox' });
  }
  await writeIfCurrent(engine, null, async () => {
    await device.mirror.kv.bulkPut([
      { key: 'cookie', value: cookie },
      { key: 'scopes', value: scopes },
    ]);
    await device.mirror.kv.bulkDelete(['hydration', 'acked']);
  });
}

/** What is still to be fetched of the working set, most urgent first. */
export function nextPriority(hydration: Hydration): Priority | undefined {
  return order.find((priority) => !hydration[priority].done);
}

type Page = ReplyOf<'sync.hydrate'>;

/**
 * Fetches and stores pages: while one is written the next is sealed, and the one after that is on its way, so that the
 * network, this thread and the disk work at once, across the end of a priority as well. `goOn` is asked between two,
 * and before a page of the next priority is asked for: when something more urgent came up, what is on its way is
 * dropped, because it would be older than what is fetched first. `turnsTo` hears of which priority the page is that is
 * waited for.
 */
export async function hydratePages(
  engine: Engine,
  first: Priority,
  goOn: (priority: Priority) => boolean,
  turnsTo: (priority: Priority) => void = () => undefined,
): Promise<void> {
  const { device, server } = engine;
  const cookie = await readCookie(engine);
  const hydration = await readHydration(engine);
  const thought = hydration.P1At === null ? 'nowhere' : 'inPlace';
  const ask = (priority: Priority, after: string | null, day: string | null): Coming => {
    const page = server.call('sync.hydrate', { priority, after, day });
    // It may fail before anybody waits for it.
    page.catch(() => undefined);
    return { priority, after, page };
  };
  const askNext = (priority: Priority, { after, day }: Page): Coming | null => {
    if (after !== null) return ask(priority, after, day);
    hydration[priority] = { done: true, after: null };
    const next = nextPriority(hydration);
    return next && goOn(next) ? ask(next, hydration[next].after, day) : null;
  };
  let coming: Coming | null = ask(first, hydration[first].after, hydration.day);
  let writing: Promise<typeof stale | undefined> | undefined;
  try {
    while (coming) {
      const { priority, after }: Coming = coming;
      turnsTo(priority);
      // Whether it could be written decides what is told, also where nothing comes after it.
      if (writing && !goOn(priority)) return void (await writing);
      const page: Page = await coming.page;
      coming = askNext(priority, page);
      const rows = await mirrorBatch(device, page.put, { everything: true, working: true });
      const batch = await sealedBatch(device, rows, thought);
      if ((await writing) === stale) return;
      if (!(await isOfCookie(engine, page.scopes))) return void (await pull(engine));
      writing = storePage(engine, { cookie, priority, after }, page, batch);
      writing.catch(() => undefined);
    }
    await writing;
  } finally {
    // Whoever comes next must find it written.
    await writing?.catch(() => undefined);
  }
}

type Coming = { priority: Priority; after: string | null; page: Promise<Page> };
type Asked = { cookie: string | null; priority: Priority; after: string | null };

/** Rows, names and how far we are in one transaction. */
async function storePage(
  engine: Engine,
  { cookie, priority, after }: Asked,
  page: Page,
  batch: ReadyBatch,
): Promise<typeof stale | undefined> {
  const { device, names } = engine;
  const pages = names.put(page.names);
  const sealed = await sealPages(device, names, pages);
  const written = await storeIfCurrent(engine, cookie, batch, async () => {
    await device.mirror.namePages.bulkPut(sealed);
    const hydration = await readHydration(engine);
    // It may have been told meanwhile to begin anew.
    if (hydration[priority].after !== after) return;
    hydration[priority] = { done: page.after === null, after: page.after };
    if (priority !== 'names') hydration.day = page.day;
    if (priority === 'P1' && page.after === null) hydration.P1At = Date.parse(`${page.day}T12:00:00Z`);
    await device.mirror.kv.put({ key: 'hydration', value: hydration });
  });
  if (pages.size > 0) device.channel.tell({ kind: 'names', pages: [...pages] });
  if (priority === 'names' && page.after === null) names.settle();
  countFetched(engine, priority, page.names.length + page.put.reduce((sum, { rows }) => sum + rows.length, 0));
  await showHydration(engine);
  return written;
}

function countFetched({ board }: Engine, priority: Priority, rows: number): void {
  const { fetched } = board.read();
  board.set({ fetched: { ...fetched, [priority]: fetched[priority] + rows } });
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
  if (priorities.includes('P0')) hydration.day = null;
  for (const priority of priorities) {
    hydration[priority] = { done: false, after: null };
    fetched[priority] = 0;
  }
  engine.board.set({ fetched });
  await kv.put({ key: 'hydration', value: hydration });
}

export async function showHydration(engine: Engine): Promise<void> {
  const hydration = await readHydration(engine);
  // What is only fetched anew is still here meanwhile.
  const wasWhole = hydration.P1At !== null;
  const hydrated = {
    P0: wasWhole || hydration.P0.done,
    P1: wasWhole || hydration.P1.done,
    names: hydration.names.done,
  };
  const { compared } = engine.board.read();
  const kept = compared ? undefined : await engine.device.mirror.kv.get('compared');
  engine.board.set({
    hydrated,
    phase: hydrated.P0 ? 'ready' : 'hydrating',
    compared: compared ?? (kept?.value as typeof compared | undefined) ?? null,
  });
}
