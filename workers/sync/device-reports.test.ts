import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { lockDevice } from '#local/store/device.ts';
import { enrol } from '#local/keys/keyring.ts';
import { askers } from '#local/keys/erasures.ts';
import { keepKeyringIn, keyringUser } from '#local/keys/keyring-db.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles, testDevice, type TestDevice } from '#local/testing/device.ts';
import { deviceReports } from './device-reports.ts';
import type { Engine } from './engine.ts';
import { stateBefore, type SyncState } from './sync-state.ts';

let device: TestDevice;
let heard: InputOf<'session.reportDevice'>[];
let answer: () => void;
let reports: ReturnType<typeof deviceReports>;

beforeEach(async () => {
  keepKeyringIn(memoryFiles());
  await Dexie.delete('mainstay-keyring');
  const person = { site: 'demo', UserId: newId(), Email: 'pt@demo.test', name: 'Rosa' };
  const { dataKey } = await enrol(person, 'Mainstay-demo-2026');
  device = await testDevice({ UserId: person.UserId, dataKey });
  heard = [];
  answer = () => undefined;
  const call = async (_: string, input: InputOf<'session.reportDevice'>) => {
    heard.push(input);
    answer();
    return { heard: true };
  };
  reports = deviceReports({ device, server: { call } } as unknown as Engine);
});
afterEach(() => lockDevice());

const state = (more: Partial<SyncState>): SyncState => ({ ...stateBefore, leader: true, ...more });
const minutes = (count: number) => 1_700_000_000_000 + count * 60_000;

test('tells of itself after a sync, again when what waits has changed, and every five minutes', async () => {
  await reports.look(state({ lastSyncAt: null }));
  await reports.look(state({ lastSyncAt: minutes(0), leader: false }));
  expect(heard).toEqual([]);
  await reports.look(state({ lastSyncAt: minutes(0) }));
  await reports.look(state({ lastSyncAt: minutes(0), waiting: 1 }));
  await reports.look(state({ lastSyncAt: minutes(1) }));
  await reports.look(state({ lastSyncAt: minutes(2), waiting: 3, parked: 1 }));
  await reports.look(state({ lastSyncAt: minutes(6), waiting: 3, parked: 1 }));
  await reports.look(state({ lastSyncAt: minutes(8), waiting: 3, parked: 1 }));
  expect(heard.map(({ waiting, parked }) => [waiting, parked])).toEqual([
    [0, 0],
    [3, 1],
    [3, 1],
  ]);
  expect(heard[0]).toMatchObject({ id: device.DeviceId, isSealed: true, synced: true });
});

test('a clock that was set right does not silence it', async () => {
  await reports.look(state({ lastSyncAt: minutes(24 * 60) }));
  await reports.look(state({ lastSyncAt: minutes(1) }));
  await reports.look(state({ lastSyncAt: minutes(2) }));
  await reports.look(state({ lastSyncAt: minutes(6) }));
  expect(heard).toHaveLength(3);
});

test('what happened to the keys is told until the server has heard it, and then no more', async () => {
  answer = () => {
    throw new AppError('unavailable', 'away');
  };
  await reports.look(state({ lastSyncAt: minutes(0) }));
  answer = () => undefined;
  await reports.look(state({ lastSyncAt: minutes(1) }));
  await reports.look(state({ lastSyncAt: minutes(10) }));
  expect(heard.map((one) => one.keyChanges.map((change) => change.what))).toEqual([['enrolled'], ['enrolled'], []]);
  const [first, second] = heard;
  expect(second?.keyChanges[0]?.id).toBe(first?.keyChanges[0]?.id);
  expect(await keyringUser('demo', device.UserId)).toMatchObject({ DeviceId: device.DeviceId, changes: [] });
});

test('tells the hash of the secret with which it asks when it is locked, never the secret', async () => {
  await reports.look(state({ lastSyncAt: minutes(0) }));
  const [asker] = await askers();
  expect(asker).toMatchObject({ site: 'demo', UserId: device.UserId, DeviceId: device.DeviceId });
  expect(heard[0]?.askHash).toBe(
    createHash('sha256')
      .update(asker?.secret ?? '')
      .digest('hex'),
  );
  expect(JSON.stringify(heard)).not.toContain(asker?.secret);
});

test('says that what it keeps is sealed, as its disk shows', async () => {
  const clear = { key: 'z', version: '1', FirstName: 'Rosa' };
  await reports.look(state({ lastSyncAt: minutes(0) }));
  await device.mirror.table('facilities').put(clear);
  await reports.look(state({ lastSyncAt: minutes(10) }));
  await device.mirror.table('facilities').delete('z');
  await reports.look(state({ lastSyncAt: minutes(20) }));
  expect(heard.map((one) => one.isSealed)).toEqual([true, false, true]);
});
