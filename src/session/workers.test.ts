import { expose } from 'comlink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#local/store/new-id.ts';
import { newDataKey } from '#local/testing/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import type { SyncState } from '#workers/sync.worker.ts';
import { appendToLog, readyWorker, startWorker, stopWorker } from './workers.ts';

afterEach(async () => {
  await stopWorker();
  setSyncState(null);
  vi.unstubAllGlobals();
});

test('the browser is asked once to keep what is here, and not before there is something to lose', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { persist } }));
  let tell: ((state: SyncState) => Promise<void>) | undefined;
  vi.stubGlobal('Worker', function worker() {
    const { port1, port2 } = new MessageChannel();
    const nothing = () => undefined;
    const onState = (heard: typeof tell) => void (tell ??= heard);
    expose(
      { onState, onTokenWanted: nothing, onErased: nothing, online: nothing, open: nothing, lock: nothing },
      port2,
    );
    return Object.assign(port1, { terminate: () => port1.close() });
  });
  const opening = { site: 'demo', UserId: newId(), ProviderId: null, dataKey: await newDataKey(), token: null };
  startWorker(
    opening,
    async () => null,
    () => undefined,
  );
  await vi.waitFor(() => expect(tell).toBeDefined());
  const told = (hydrated: Partial<SyncState['hydrated']>) => {
    const state = syncState();
    return tell?.({ ...state, hydrated: { ...state.hydrated, ...hydrated } });
  };
  await told({});
  await told({ names: true });
  expect(persist).not.toHaveBeenCalled();
  await told({ P0: true });
  await told({ P0: true, P1: true });
  expect(persist).toHaveBeenCalledTimes(1);
});

test('a copy under way when the person goes is ended by that, not by its thread', async () => {
  vi.stubGlobal('Worker', function worker() {
    const { port1 } = new MessageChannel();
    return Object.assign(port1, { terminate: () => port1.close() });
  });
  const opening = { site: 'demo', UserId: newId(), ProviderId: null, dataKey: await newDataKey(), token: null };
  startWorker(
    opening,
    async () => null,
    () => undefined,
  );
  const copied = appendToLog(opening, 1, 'sealed').catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await stopWorker();
  expect(await copied).toMatchObject({ kind: 'signed-out' });
});

describe('the sync worker of a sign-in', () => {
  /** A browser whose workers answer, or whose script does not come; what becomes of each that was made. */
  function workersOf(hasScript: () => boolean) {
    const made: { opened: unknown[]; isOver: boolean }[] = [];
    vi.stubGlobal('Worker', function worker(_script: URL, { name }: WorkerOptions) {
      const { port1, port2 } = new MessageChannel();
      // The thread of the copies.
      if (name !== 'sync') return Object.assign(port1, { terminate: () => port1.close() });
      const one = { opened: [] as unknown[], isOver: false };
      made.push(one);
      const nothing = () => undefined;
      const open = ({ UserId }: { UserId: string }) => void one.opened.push(UserId);
      const api = { onState: nothing, onTokenWanted: nothing, onErased: nothing, online: nothing, open, lock: nothing };
      const isThere = hasScript();
      if (isThere) expose(api, port2);
      const listen = port1.addEventListener.bind(port1) as (kind: string, heard: (event: Event) => void) => void;
      return Object.assign(port1, {
        addEventListener: (kind: string, heard: (event: Event) => void) => {
          if (kind !== 'error') listen(kind, heard);
          else if (!isThere) setTimeout(() => heard(new Event('error')));
        },
        terminate: () => {
          one.isOver = true;
          port1.close();
        },
      });
    });
    return made;
  }

  async function comeIn(): Promise<string> {
    const opening = { site: 'demo', UserId: newId(), ProviderId: null, dataKey: await newDataKey(), token: null };
    startWorker(
      opening,
      async () => null,
      () => undefined,
    );
    return opening.UserId;
  }

  test('loads while the password is checked, once for every try, and ends with the person', async () => {
    const made = workersOf(() => true);
    readyWorker();
    // A wrong password leaves nobody in.
    await stopWorker();
    readyWorker();
    expect(made).toEqual([{ opened: [], isOver: false }]);
    const UserId = await comeIn();
    await vi.waitFor(() => expect(made).toEqual([{ opened: [UserId], isOver: false }]));
    await stopWorker();
    expect(made).toEqual([{ opened: [UserId], isOver: true }]);
    readyWorker();
    expect(made).toHaveLength(2);
    await comeIn();
  });

  test('that could not be fetched for the first try is fetched for the next one', async () => {
    let hasScript = false;
    const made = workersOf(() => hasScript);
    readyWorker();
    await vi.waitFor(() => expect(made).toEqual([{ opened: [], isOver: true }]));
    hasScript = true;
    readyWorker();
    const UserId = await comeIn();
    await vi.waitFor(() => expect(made[1]).toEqual({ opened: [UserId], isOver: false }));
    expect(syncState().problem).toBeNull();
  });

  test('that does not come is told to who is in: changes are not sent', async () => {
    const made = workersOf(() => false);
    await comeIn();
    await vi.waitFor(() =>
      expect(syncState().problem).toMatch(/^Changes are saved on this device but can’t be sent now/),
    );
    expect(made).toEqual([{ opened: [], isOver: true }]);
  });
});

test('the copy of a change of a former person goes to no file of who came in since', async () => {
  vi.stubGlobal('Worker', function worker() {
    const { port1 } = new MessageChannel();
    return Object.assign(port1, { terminate: () => port1.close() });
  });
  const opening = { site: 'demo', UserId: newId(), ProviderId: null, dataKey: await newDataKey(), token: null };
  startWorker(
    opening,
    async () => null,
    () => undefined,
  );
  const before = { site: 'demo', UserId: newId() };
  await expect(appendToLog(before, 1, 'sealed')).rejects.toMatchObject({ kind: 'signed-out' });
  await expect(appendToLog({ ...opening, site: 'other' }, 1, 'sealed')).rejects.toMatchObject({ kind: 'signed-out' });
  await stopWorker();
});
