import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '#contract/sync/endpoints.ts';
import { lockDevice } from '#local/store/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { discardCall } from '#local/outbox/refused-calls.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { patientId } from '#local/testing/rows.ts';
import type { Engine } from './engine.ts';
import { recordOutcomes } from './outcomes.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';

let device: TestDevice;
let engine: Engine;
beforeEach(async () => {
  device = await testDevice();
  engine = testEngine(device, clinic());
  for (const City of ['Mesa', 'Salem', 'Bend'])
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City } });
});
afterEach(() => lockDevice());

const yes = (mid: number): Outcome => ({ mid, status: 'ok', kind: null, reason: null, current: null });
const no = (mid: number, reason = 'No.'): Outcome => ({ ...yes(mid), status: 'parked', kind: 'conflict', reason });
const states = async () => (await device.outbox.calls.orderBy('mid').toArray()).map(({ state }) => state);

test('what the server decided stands at each call, and of one that is not here nothing is kept', async () => {
  await recordOutcomes(engine, device.DeviceId, [no(1), yes(2), yes(99), no(98)]);
  expect(await states()).toEqual(['parked', 'acked', 'waiting']);
  expect(await parkedCalls()).toMatchObject([{ mid: 1, kind: 'conflict', reason: 'No.' }]);
});

test('a call of another device under the same number is left alone', async () => {
  await recordOutcomes(engine, 'another', [yes(1), no(2)]);
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
});

test('what a person has decided, or the server refused before, stays as it is', async () => {
  await recordOutcomes(engine, device.DeviceId, [no(1), no(2)]);
  await discardCall(1, 'Asked twice.');
  const before = await states();
  await recordOutcomes(engine, device.DeviceId, [yes(1), no(2, 'Another reason.')]);
  expect(await states()).toEqual(before);
  expect(await parkedCalls()).toMatchObject([{ mid: 2, reason: 'No.' }]);
});
