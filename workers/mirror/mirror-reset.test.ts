import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { mirrorEdit } from '#local/store/mirror-edit.ts';
import { makeMirrorKey } from '#local/keys/mirror-key.ts';
import { readAll } from '#local/reads/reads.ts';
import { open, sealContext } from '#local/keys/seal.ts';
import { readSetup } from '#local/store/setup.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { patientId, patientRow, visitRow } from '#local/testing/rows.ts';
import { readCookie, stale, writeIfCurrent, type Engine } from '../sync/engine.ts';
import { mirrorBatch, storeIfCurrent } from './mirror-batch.ts';
import { pull } from '../sync/pull.ts';
import { syncLoop, type SyncLoop } from '../sync/sync-loop.ts';
import { unreadableSentence } from '../sync/sync-notices.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';

let device: TestDevice;
let server: ReturnType<typeof clinic>;
let engine: Engine;
let loop: SyncLoop;

beforeEach(async () => {
  server = clinic();
  server.save('patients', patientRow(1), patientRow(2));
  server.save('visits', visitRow(1));
  device = await testDevice();
  engine = testEngine(device, server);
  loop = syncLoop(engine, async () => undefined);
  await loop.wake({});
});
afterEach(() => {
  loop.stop();
  lockDevice();
});

test('a reset destroys the key of what was here; the new rows open, the setup stays', async () => {
  const former = await device.mirror.patientBundles.get(patientId(1));
  if (!former) throw new Error('no row');
  server.restoreBackup();
  expect(await pull(engine)).toBe('reset');
  await expect(open(device.mirrorKey.key, sealContext('patientBundles', patientId(1)), former)).rejects.toThrow();
  await expect(open(device.dataKey, sealContext('patientBundles', patientId(1)), former)).rejects.toThrow();
  expect(await readSetup()).toBeDefined();
  await loop.wake({ pull: true });
  expect((await readAll('patients')).length).toBe(2);
});

test('a chart given up for space between reading a reply and storing it is not put back in part', async () => {
  const cookie = await readCookie(engine);
  const put = [{ entity: 'patients' as const, rows: [patientRow(1, { City: 'Mesa' })], versions: ['9'] }];
  const batch = await mirrorBatch(device, put as never, { everything: false });
  expect(batch.change.put[0]?.rows).toHaveLength(1);
  await device.mirror.transaction('rw', device.mirror.charts, device.mirror.patientBundles, async () => {
    await device.mirror.charts.clear();
    await device.mirror.patientBundles.clear();
  });
  expect(await storeIfCurrent(engine, cookie, batch, async () => undefined)).toBeUndefined();
  expect(await device.mirror.patientBundles.count()).toBe(0);
});

test('what was sealed with a key another tab has destroyed is not written, and is written with the new one after', async () => {
  const cookie = await readCookie(engine);
  const put = [{ entity: 'patients' as const, rows: [patientRow(2, { City: 'Mesa' })], versions: ['1'] }];
  const batch = await mirrorBatch(device, put as never, { everything: true });
  const { kept } = await makeMirrorKey(device.dataKey);
  await device.mirror.patientBundles.clear();
  await device.mirror.kv.put(kept);
  const edit = await mirrorEdit(device, batch.change);
  expect(await writeIfCurrent(engine, cookie, async () => void (await edit.write()))).toBe(stale);
  const again = await mirrorBatch(device, put as never, { everything: true });
  expect(await storeIfCurrent(engine, cookie, again, async () => undefined)).toBeUndefined();
  expect((await readAll('patients')).map((row) => row.City)).toEqual(['Mesa']);
});

test.each([
  ['that opens with nothing', { key: 'mirrorKey', sealed: { n: new Uint8Array(12), c: new ArrayBuffer(64) } }],
  ['that is gone', undefined],
])('a key %s is told, the server is not asked over and over, and the next start begins anew', async (_, kept) => {
  server.save('patients', patientRow(1, { City: 'Mesa' }));
  await device.mirror.kv.bulkDelete(['mirrorKey', 'cookie']);
  if (kept) await device.mirror.kv.put(kept);
  server.asked.length = 0;
  await loop.wake({ pull: true });
  expect(engine.board.read().problem).toBe(unreadableSentence);
  expect(server.asked.filter((name) => name === 'sync.pull').length).toBe(1);
  loop.stop();
  lockDevice();

  engine = testEngine(await testDevice(device), server);
  loop = syncLoop(engine, async () => undefined);
  await loop.wake({});
  expect(engine.board.read().problem).toBeNull();
  expect((await readAll('patients')).map((row) => row.City)).toContain('Mesa');
});
