import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallState } from '../store/db.ts';
import { lockDevice } from '../store/device.ts';
import { testDevice, type TestDevice } from '../testing/device.ts';
import { patientId } from '../testing/rows.ts';
import { epochOf, forgetKept, heldCalls, keepCalls, keptMs, offerAgain } from './kept-calls.ts';
import { queueWrite } from './outbox.ts';

const noon = Date.parse('2026-11-18T12:00:00Z');
let on: TestDevice;

beforeEach(async () => {
  on = await testDevice();
  for (const City of ['Mesa', 'Reno', 'Bend', 'Lodi', 'Ames'])
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City } });
});
afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const put = (...states: CallState[]) =>
  Promise.all(states.map((state, at) => on.outbox.calls.update(at + 1, { state })));
const copies = () =>
  [...on.files.kept.keys()].map((path) => Number.parseInt(path.slice(path.lastIndexOf('/') + 1), 10));
const states = async () => (await on.outbox.calls.toArray()).map(({ mid, state }) => `${mid} ${state}`);

test('what is done is kept, what was decided here goes, and what stands between stays', async () => {
  await put('acked', 'waiting', 'parked', 'waiting', 'acked');
  await keepCalls(on, [1, 2, 3, 5], noon);
  expect(await states()).toEqual(['1 kept', '2 kept', '4 waiting', '5 kept']);
  expect((await heldCalls(on.outbox)).map(({ mid }) => mid)).toEqual([4]);
  // Its second copy stays with it, should the database be lost besides.
  expect(copies()).toEqual([1, 2, 4, 5]);
});

test('it is kept a quarter of an hour, on a clock that may be put back', async () => {
  await keepCalls(on, [1], noon);
  await keepCalls(on, [2], noon + 60_000);
  await forgetKept(on, noon + keptMs + 1);
  expect(await states()).toEqual(['2 kept', '3 waiting', '4 waiting', '5 waiting']);
  expect(copies()).toEqual([2, 3, 4, 5]);
  await forgetKept(on, noon);
  expect(await states()).toHaveLength(4);
  await forgetKept(on, noon - 24 * 3_600_000);
  expect(await states()).toHaveLength(3);
});

test('another history is offered what is kept, the same one only what has no result here', async () => {
  await offerAgain(on.outbox, 'one');
  await put('kept', 'acked', 'parked', 'discarded', 'waiting');
  expect(await offerAgain(on.outbox, 'one')).toBe(true);
  expect(await states()).toEqual(['1 kept', '2 waiting', '3 parked', '4 discarded', '5 waiting']);
  expect(await offerAgain(on.outbox, 'two')).toBe(true);
  expect([(await states())[0], await epochOf(on.outbox)]).toEqual(['1 waiting', 'two']);
  expect(await offerAgain(on.outbox, 'two')).toBe(false);
});

test('a full disk keeps nothing: what is done goes, which makes room', async () => {
  vi.spyOn(on.outbox, 'transaction').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await keepCalls(on, [1], noon);
  expect([(await states()).length, copies()]).toEqual([4, [2, 3, 4, 5]]);
});
