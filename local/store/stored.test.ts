import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from './device.ts';
import { areStored, storedOf } from './stored.ts';
import { testDevice, type TestDevice } from '../testing/device.ts';
import { patientId } from '../testing/rows.ts';

let device: TestDevice;
beforeEach(async () => {
  device = await testDevice();
});
afterEach(() => lockDevice());

test.each([1, 31, 32, 90])('of %i keys in any order it finds what is there, and nothing else', async (count) => {
  const keys = Array.from({ length: count }, (_, at) => patientId(at + 1)).toReversed();
  const kept = keys.filter((_, at) => at % 3 === 0);
  await device.mirror.charts.bulkPut([...kept, patientId(500)].map((PatientId) => chartOf(PatientId)));
  const found = await storedOf(device.mirror.charts, keys);
  expect(found).toEqual(keys.map((key, at) => (at % 3 === 0 ? chartOf(key) : undefined)));
});

test.each([1, 31, 32, 90])('of %i keys in any order it says whether each is there', async (count) => {
  const keys = Array.from({ length: count }, (_, at) => patientId(at + 1)).toReversed();
  await device.mirror.charts.bulkPut([...keys, patientId(500)].map((PatientId) => chartOf(PatientId)));
  expect(await areStored(device.mirror.charts, keys)).toBe(true);
  await device.mirror.charts.delete(keys[Math.floor(count / 2)] ?? '');
  expect(await areStored(device.mirror.charts, keys)).toBe(false);
});

test('no keys, and none that is there', async () => {
  expect(await storedOf(device.mirror.charts, [])).toEqual([]);
  expect(await areStored(device.mirror.charts, [])).toBe(true);
  const keys = Array.from({ length: 40 }, (_, at) => patientId(at + 1));
  expect(await storedOf(device.mirror.charts, keys)).toEqual(keys.map(() => undefined));
});

function chartOf(PatientId: string) {
  return { PatientId, openedAt: 0, hydratedAt: null };
}
