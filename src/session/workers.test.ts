import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#local/store/new-id.ts';
import { newDataKey } from '#local/testing/device.ts';
import { syncState } from '#shared/sync-state.ts';
import type { SyncState } from '#workers/sync.worker.ts';
import { appendToLog, startWorker, stopWorker } from './workers.ts';

afterEach(async () => {
  await stopWorker();
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
