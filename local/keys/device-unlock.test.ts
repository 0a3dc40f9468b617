import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDeviceUnlock, hasDeviceUnlock, removeDeviceUnlock, unlockWithDevice } from './device-unlock.ts';
import { enrol, rewrap, unlock } from './keyring.ts';
import { keepKeyringIn, keyringUser } from './keyring-db.ts';
import { open, seal } from './seal.ts';
import { memoryFiles } from '../testing/device.ts';
import { machine } from '../testing/machine.ts';

const person = { site: 'demo', UserId: 'user-1', Email: 'pt@demo.test', name: 'Rosa Alvarez' };
const password = 'Mainstay-demo-2026';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T08:00:00Z') });
  keepKeyringIn(memoryFiles());
  await Dexie.delete('mainstay-keyring');
  return () => void vi.useRealTimers();
});

test('opens the same data key as the password, which cannot be read out', async () => {
  const { dataKey } = await enrol(person, password);
  const sealed = await seal(dataKey, 'place', 'kept');
  const here = machine();
  expect(await addDeviceUnlock(person, password, here)).toBe(true);
  const opened = await unlockWithDevice(person, here);
  expect(await open(opened.dataKey, 'place', sealed)).toBe('kept');
  await expect(crypto.subtle.exportKey('raw', opened.dataKey)).rejects.toThrow();
  // It goes on after a password change that keeps the key, and so does the password.
  await rewrap(person.site, person.UserId, password, 'A new password 1');
  expect(await open((await unlockWithDevice(person, here)).dataKey, 'place', sealed)).toBe('kept');
  expect(await open((await unlock(person.Email, 'A new password 1')).dataKey, 'place', sealed)).toBe('kept');
});

test('needs the password to be added, this very machine to be used, and 72 hours at most', async () => {
  await enrol(person, password);
  const here = machine();
  expect([await addDeviceUnlock(person, 'wrong', here), await hasDeviceUnlock(person)]).toEqual([false, false]);
  await expect(unlockWithDevice(person, here)).rejects.toThrow(/not set up/);
  await addDeviceUnlock(person, password, here);
  await expect(unlockWithDevice(person, machine())).rejects.toThrow(/Enter your password/);
  await expect(unlockWithDevice(person, { ...here, secretOf: async () => undefined })).rejects.toThrow(/Try again/);
  vi.setSystemTime(new Date('2026-11-21T08:10:00Z'));
  await expect(unlockWithDevice(person, here)).rejects.toThrow(/72 hours/);
});

test('on a machine without such secrets says so and changes nothing', async () => {
  await enrol(person, password);
  await expect(addDeviceUnlock(person, password, { ...machine(), add: async () => undefined })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(await hasDeviceUnlock(person)).toBe(false);
});

test('ends when it is taken away, and when the key is another after a new password; all of it is noted', async () => {
  await enrol(person, password);
  const here = machine();
  await addDeviceUnlock(person, password, here);
  await removeDeviceUnlock(person);
  await removeDeviceUnlock(person);
  expect(await hasDeviceUnlock(person)).toBe(false);
  await addDeviceUnlock(person, password, here);
  await enrol(person, 'A new password 1');
  expect(await hasDeviceUnlock(person)).toBe(false);
  expect((await keyringUser(person.site, person.UserId))?.changes?.map((change) => change.what)).toEqual([
    'enrolled',
    'deviceUnlockAdded',
    'deviceUnlockRemoved',
    'deviceUnlockAdded',
    'deviceUnlockRemoved',
    'renewed',
  ]);
});
