import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { entities } from '#contract/entities.ts';
import { entityNames } from '#contract/kept-rows.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { mirrorDatabase, mirrorName, outboxName } from './db.ts';
import { lockDevice, onNewerApp } from './device.ts';
import { readDraft, saveDraft } from '../drafts/drafts.ts';
import { queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { readAll } from '../reads/reads.ts';
import { newDataKey, testDevice } from '../testing/device.ts';
import { visitId, visitRow } from '../testing/rows.ts';
import { newId } from './new-id.ts';
import { sealContext, seal } from '../keys/seal.ts';

afterEach(() => lockDevice());

test('a mirror of an older app is dropped; what waits is kept and still opens', async () => {
  const [UserId, dataKey] = [newId(), await newDataKey()];
  const before = await testDevice({ UserId, dataKey });
  await queueWrite('visits.move', {
    id: visitId(1) as never,
    destination: 'confirmed',
    lastUpdated: visitRow(1).updated_at,
  });
  lockDevice();
  await asSchema1(UserId, dataKey);

  const after = await testDevice({ UserId, dataKey, files: before.files });
  expect(after.mirror.verno).toBe(schemaVersion);
  expect(await readAll('visits')).toEqual([]);
  expect(await after.mirror.kv.get('cookie')).toBeUndefined();
  expect((await waitingCalls()).map(({ mid, name, schemaVersion: of }) => [mid, name, of])).toEqual([
    [1, 'visits.move', 1],
  ]);
  expect(after.DeviceId).toBe(before.DeviceId);
});

test('a newer app beside this one waits until the screen was put away; after it this one leaves the mirror alone while the newer is open', async () => {
  const { UserId, dataKey, files } = await testDevice();
  const seen: string[] = [];
  const forget = onNewerApp(async () => {
    await saveDraft('note', { Plan: 'Stairs' });
    seen.push('put away');
  });
  const newer = mirrorDatabase('demo', UserId);
  newer.version(schemaVersion + 1).stores({ charts: null });
  await newer.open();
  await newer.table('kv').put({ key: 'mirrorKey', value: 'of the newer app' });
  seen.push('newer app open');
  expect(seen).toEqual(['put away', 'newer app open']);
  await expect(readAll('visits')).rejects.toThrow();
  lockDevice();

  const shown = Promise.withResolvers<void>();
  const { promise: held } = Promise.withResolvers<void>();
  void navigator.locks.request(`app:demo:${newId()}:${schemaVersion + 2}:of another person`, () => held);
  const isClosed = navigator.locks.request(`app:demo:${UserId}:${schemaVersion + 1}:newer`, () => shown.promise);
  await expect(testDevice({ UserId, dataKey, files })).rejects.toThrow('A newer version of Mainstay is in use');
  expect(await newer.table('kv').get('mirrorKey')).toEqual({ key: 'mirrorKey', value: 'of the newer app' });
  expect(newer.tables.map(({ name }) => name)).not.toContain('charts');
  newer.close();
  forget();

  shown.resolve();
  await isClosed;
  const after = await testDevice({ UserId, dataKey, files });
  expect(after.mirror.backendDB().version).toBe(schemaVersion * 10);
  expect(await readDraft('note')).toEqual({ Plan: 'Stairs' });
});

/** Puts the databases back to what the first app wrote: no versions beside the rows, calls of schema 1. */
async function asSchema1(UserId: string, dataKey: CryptoKey): Promise<void> {
  await Dexie.delete(mirrorName('demo', UserId));
  const stores: Record<string, string> = { kv: 'key', namePages: 'page', charts: 'PatientId, openedAt' };
  for (const entity of entityNames) stores[entity] = ['key', ...Object.keys(entities[entity].clear)].join(', ');
  const mirror = new Dexie(mirrorName('demo', UserId));
  mirror.version(1).stores(stores);
  await mirror.open();
  const check = await seal(dataKey, sealContext('kv', 'keyCheck', 1), mirror.name);
  const row = await seal(dataKey, sealContext('visits', visitId(1), 1), visitRow(1));
  await mirror.table('kv').bulkPut([
    { key: 'keyCheck', sealed: check },
    { key: 'cookie', value: 'old' },
  ]);
  await mirror.table('visits').put({ key: visitId(1), day: '2026-11-18', ...row });
  mirror.close();
  const outbox = new Dexie(outboxName('demo', UserId));
  await outbox.open();
  const call = (await outbox.table('calls').get(1)) as { id: string; device: string };
  const body = { user: UserId, site: 'demo', name: 'visits.move', input: {}, base: {}, madeAt: '', clockOffset: 0 };
  const sealed = await seal(dataKey, sealContext('outbox', `${call.device}/${call.id}`, 1), body);
  await outbox.table('calls').put({ ...call, ...sealed, schemaVersion: 1 });
  outbox.close();
}
