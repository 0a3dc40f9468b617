import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '../store/device.ts';
import { makeMirrorKey } from './mirror-key.ts';
import { readAll } from '../reads/reads.ts';
import { open, sealContext } from './seal.ts';
import { mirroredKeys, mirrorRows, newDataKey, testDevice, type TestDevice } from '../testing/device.ts';
import { patientId, patientRow } from '../testing/rows.ts';

afterEach(() => lockDevice());

/** Another tab empties the mirror, as a reset does. */
async function startAnew(device: TestDevice): Promise<void> {
  const { kept } = await makeMirrorKey(device.dataKey);
  await device.mirror.patientBundles.clear();
  await device.mirror.kv.put(kept);
}

test('rows kept from before a reset can be opened by no key of the device', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  const [former] = await device.mirror.patientBundles.toArray();
  if (!former) throw new Error('no row');
  const place = sealContext('patientBundles', patientId(1));
  expect(await open(device.mirrorKey.key, place, former)).toMatchObject({
    patients: { shared: { PatientId: patientId(1) } },
  });
  await startAnew(device);
  const { UserId, dataKey } = device;
  lockDevice();
  const again = await testDevice({ UserId, dataKey });
  for (const key of [again.mirrorKey.key, again.dataKey]) await expect(open(key, place, former)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', again.mirrorKey.key)).rejects.toThrow();
});

test('a tab that did not make the new key opens what was sealed with it, and forgets what it had opened', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  await readAll('patients');
  const held = device.mirrorKey;
  await startAnew(device);
  const { UserId, dataKey } = device;
  lockDevice();
  const other = await testDevice({ UserId, dataKey });
  await mirrorRows(other, 'patients', [patientRow(2)]);
  // As the tab that was open all the time.
  other.mirrorKey = held;
  expect(await mirroredKeys(other, 'patients')).toEqual([patientId(2)]);
  expect(other.mirrorKey.mark).not.toBe(held.mark);
});

test('a mirror filled under another data key is empty at the next start', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  const { UserId, files } = device;
  lockDevice();
  await testDevice({ UserId, files, dataKey: await newDataKey() });
  expect(await readAll('patients')).toEqual([]);
});
