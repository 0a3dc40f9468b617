import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EraseOrder } from '#contract/session/device.ts';
import { mirrorName, outboxName } from '../store/db.ts';
import { lockDevice } from '../store/device.ts';
import { confirmErasure, erasedSentence, eraseHere, erasuresRead, orderForHere, resumeErasures } from './erase.ts';
import { enrol, knownUsers, openKeys, unlock } from './keyring.ts';
import { askers, askSecret, eraseKeyringUser } from './erasures.ts';
import { changeKeyringUser, keepKeyringIn } from './keyring-db.ts';
import { newId } from '../store/new-id.ts';
import { queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { memoryFiles, mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { patientRow, visitId } from '../testing/rows.ts';

const password = 'Mainstay-demo-2026';
const move = {
  id: visitId(1) as never,
  destination: 'confirmed' as const,
  lastUpdated: '2026-11-18T08:00:00.000000+00:00',
};
let keyring = memoryFiles();
beforeEach(async () => {
  keyring = memoryFiles();
  keepKeyringIn(keyring);
  lockDevice();
  await Dexie.delete('mainstay-keyring');
});
afterEach(() => lockDevice());

async function personHere(Email: string): Promise<TestDevice> {
  const UserId = newId();
  const { dataKey } = await enrol({ site: 'demo', UserId, Email, name: Email }, password);
  const device = await testDevice({ UserId, dataKey });
  await mirrorRows(device, 'patients', [patientRow(1)]);
  await queueWrite('visits.move', move);
  await changeKeyringUser(device, (now) => now && { ...now, DeviceId: device.DeviceId });
  return device;
}

const orderFor = ({ site, UserId, DeviceId }: TestDevice) =>
  ({ site, UserId, DeviceId, by: 'Adele Minister', at: '2026-11-18T08:00:00Z', ticket: newId() }) as EraseOrder;

test('keys, mirror, outbox and its copy are gone; another person of the machine keeps everything', async () => {
  const kept = await personHere('front@demo.test');
  const erased = await personHere('pt@demo.test');
  const order = orderFor(erased);
  lockDevice();
  await eraseHere(order, erased.files);
  await expect(unlock('pt@demo.test', password)).rejects.toThrow(/No one has signed in here/);
  expect(await openKeys(erased.UserId, password)).toEqual([]);
  expect([...keyring.kept.values()].join()).not.toContain(erased.UserId);
  for (const name of [mirrorName('demo', erased.UserId), outboxName('demo', erased.UserId)])
    expect(await Dexie.exists(name)).toBe(false);
  expect(erased.files.kept.size).toBe(0);
  const { dataKey } = await unlock('front@demo.test', password);
  await testDevice({ UserId: kept.UserId, dataKey, files: kept.files });
  expect((await waitingCalls()).map((call) => call.mid)).toEqual([1]);
});

test('only an order for this very device counts', async () => {
  const device = await personHere('pt@demo.test');
  const order = orderFor(device);
  expect(await orderForHere(order)).toEqual(order);
  expect(await orderForHere({ ...order, DeviceId: newId() })).toBeUndefined();
  expect(await orderForHere({ ...order, UserId: newId() })).toBeUndefined();
  expect(await orderForHere({ ...order, site: 'demo2' })).toBeUndefined();
  for (const nothing of [undefined, null, '410', { DeviceId: device.DeviceId }])
    expect(await orderForHere(nothing)).toBeUndefined();
  // The keyring may not have heard of the outbox yet.
  await changeKeyringUser(device, (now) => {
    const { DeviceId: _, ...rest } = now ?? ({} as never);
    return rest;
  });
  expect(await orderForHere(order)).toEqual(order);
});

test('an erasure the browser was closed over is finished at the next start', async () => {
  const device = await personHere('pt@demo.test');
  const order = orderFor(device);
  lockDevice();
  await eraseKeyringUser(order);
  expect(await Dexie.exists(outboxName('demo', device.UserId))).toBe(true);
  expect((await resumeErasures(device.files)).map((one) => one.ticket)).toEqual([order.ticket]);
  expect([await Dexie.exists(outboxName('demo', device.UserId)), device.files.kept.size]).toEqual([false, 0]);
});

test('an erasure that is finished late leaves alone what the person has made anew since', async () => {
  const device = await personHere('pt@demo.test');
  const order = orderFor(device);
  lockDevice();
  await eraseHere(order, device.files);
  const { dataKey } = await enrol({ site: 'demo', UserId: device.UserId, Email: 'pt@demo.test', name: 'pt' }, password);
  const anew = await testDevice({ UserId: device.UserId, dataKey });
  await queueWrite('visits.move', move);
  await eraseHere(order, anew.files);
  expect((await waitingCalls()).map((call) => call.mid)).toEqual([1]);
  await expect(unlock('pt@demo.test', password)).resolves.toMatchObject({ UserId: device.UserId });
});

test('the key does not come back from the copy, even if that could not be written', async () => {
  const device = await personHere('pt@demo.test');
  const before = keyring.kept.get('keyring.json') ?? '';
  lockDevice();
  await eraseHere(orderFor(device), device.files);
  await keyring.write('keyring.json', before);
  expect(await knownUsers()).toEqual([]);
});

test('says who ordered it until someone signs in, and asks the server to hear of it until it has', async () => {
  const device = await personHere('pt@demo.test');
  const order = orderFor(device);
  lockDevice();
  await eraseHere(order, device.files);
  expect(await erasedSentence()).toBe(
    'Adele Minister signed out and erased this device. Changes that were not sent are lost.',
  );
  await erasuresRead();
  expect([await erasedSentence(), (await resumeErasures(device.files)).length]).toEqual([null, 1]);
  await confirmErasure(order.DeviceId);
  await erasuresRead();
  expect(await resumeErasures(device.files)).toEqual([]);
});

test('each person of the machine has one secret to ask with, which outlives a sign-out and goes with an erasure', async () => {
  const [kept, erased] = [await personHere('front@demo.test'), await personHere('pt@demo.test')];
  const secret = await askSecret(erased);
  expect([secret.length, await askSecret(erased)]).toEqual([43, secret]);
  expect(await askSecret(kept)).not.toBe(secret);
  lockDevice();
  const told = ({ site, UserId, DeviceId }: TestDevice, of: string) => ({ site, UserId, DeviceId, secret: of });
  expect((await askers()).find((one) => one.UserId === erased.UserId)).toEqual(told(erased, secret));
  // Interrupted after the keys: the device asks no more, and goes on by itself.
  await eraseKeyringUser(orderFor(erased));
  expect(await askers()).toEqual([told(kept, await askSecret(kept))]);
});

test('an outbox that goes on under another id asks under that one alone', async () => {
  const device = await personHere('pt@demo.test');
  await askSecret(device);
  const renewed = { site: 'demo', UserId: device.UserId, DeviceId: newId() };
  await askSecret(renewed);
  expect((await askers()).map((one) => one.DeviceId)).toEqual([renewed.DeviceId]);
});
