import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { fatesOfCalls, followCalls, unfollowCalls } from './call-states.ts';
import { lockDevice } from '../store/device.ts';
import { queueWrite } from './outbox.ts';
import { replaceCalls, resendCall, resendCalls } from './refused-calls.ts';
import { testDevice, type TestDevice } from '../testing/device.ts';
import { park } from '../testing/park.ts';
import { visitId } from '../testing/rows.ts';

const move = {
  id: visitId(1) as never,
  destination: 'confirmed' as const,
  lastUpdated: '2026-11-18T08:00:00.000000+00:00',
};

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

async function refused(device: TestDevice, count: number): Promise<void> {
  for (let mid = 1; mid <= count; mid += 1) {
    await queueWrite('visits.move', move);
    await park(device, mid);
  }
}

test('a call is followed to the last that took its place, each to its own or several to one', async () => {
  const device = await testDevice();
  await followCalls();
  await refused(device, 3);
  await resendCalls([{ mid: 1 }, { mid: 2 }]);
  expect(await fatesOfCalls([1, 2, 3])).toEqual([
    { mid: 4, state: 'waiting' },
    { mid: 5, state: 'waiting' },
    { mid: 3, state: 'parked' },
  ]);
  await park(device, 5);
  await replaceCalls([3, 5], 'visits.move', move, {});
  await device.outbox.calls.delete(4);
  expect(await fatesOfCalls([1, 2, 3, 9])).toEqual([
    { mid: 4, state: 'gone' },
    { mid: 6, state: 'waiting' },
    { mid: 6, state: 'waiting' },
    { mid: 9, state: 'gone' },
  ]);
});

test('what fails to be sent again is not taken for replaced', async () => {
  const device = await testDevice();
  await followCalls();
  await refused(device, 1);
  vi.spyOn(device.outbox.device, 'put').mockRejectedValueOnce(new Error('pulled out'));
  await expect(resendCall(1)).rejects.toThrow('pulled out');
  expect(await fatesOfCalls([1])).toEqual([{ mid: 1, state: 'parked' }]);
});

test('only while someone asks is anything remembered, and asking twice forgets nothing', async () => {
  const device = await testDevice();
  await refused(device, 3);
  await resendCall(1);
  await followCalls();
  await resendCall(2);
  await followCalls();
  await resendCall(3);
  expect((await device.outbox.device.get(1))?.replaced).toEqual([
    { mid: 2, by: 5 },
    { mid: 3, by: 6 },
  ]);
  await unfollowCalls();
  expect(await device.outbox.device.get(1)).not.toHaveProperty('replaced');
});
