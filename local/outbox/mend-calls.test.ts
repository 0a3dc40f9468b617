import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '../store/device.ts';
import { mendCalls } from './mend-calls.ts';
import { queueWrite, waitingCalls } from './outbox.ts';
import { removeDamaged } from '../keys/reseal.ts';
import { countSealedAway, hasFormerKeys } from '../keys/sealed-away.ts';
import { testDevice, type TestDevice } from '../testing/device.ts';
import { patientId } from '../testing/rows.ts';

afterEach(() => lockDevice());

const city = (name: string) =>
  queueWrite('patients.update', { id: patientId(1) as never, changes: { City: name } } as never);

/** Two calls, the first of them damaged where it is stored. */
async function damaged(): Promise<TestDevice> {
  const device = await testDevice();
  await city('Mesa');
  await city('Bend');
  device.opened.byPlace.clear();
  await device.outbox.calls.update(1, { c: new Uint8Array(40).buffer });
  expect((await waitingCalls()).map(({ mid }) => mid)).toEqual([2]);
  return device;
}

test('a call damaged in the database is put back from its copy, once', async () => {
  const device = await damaged();
  expect(await mendCalls(device)).toBe(1);
  expect((await waitingCalls()).map(({ mid, input }) => [mid, input])).toMatchObject([
    [1, { changes: { City: 'Mesa' } }],
    [2, { changes: { City: 'Bend' } }],
  ]);
  expect(await mendCalls(device)).toBe(0);
});

test('one whose copy is damaged too is no change of a former password, and goes when a person has read of it', async () => {
  const device = await damaged();
  device.files.kept.set(`outbox/demo/${device.UserId}/1.call`, '{');
  expect(await mendCalls(device)).toBe(0);
  expect([await countSealedAway(), await hasFormerKeys()]).toEqual([1, false]);
  await removeDamaged();
  expect([await countSealedAway(), await device.outbox.calls.toCollection().primaryKeys()]).toEqual([0, [2]]);
  expect([...device.files.kept.keys()]).toEqual([`outbox/demo/${device.UserId}/2.call`]);
});
