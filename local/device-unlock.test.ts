import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { fromBase64 } from './base64.ts';
import {
  addDeviceUnlock,
  hasDeviceUnlock,
  removeDeviceUnlock,
  unlockWithDevice,
  type Authenticator,
} from './device-unlock.ts';
import { enrol, rewrap, unlock } from './keyring.ts';
import { keepKeyringIn, keyringUser } from './keyring-db.ts';
import { open, seal } from './seal.ts';
import { memoryFiles } from './testing/device.ts';

const person = { site: 'demo', UserId: 'user-1', Email: 'pt@demo.test', name: 'Rosa Alvarez' };
const password = 'Mainstay-demo-2026';

/** A machine whose secrets follow from a key of its own, the credential and the salt, as the PRF extension has it. */
function machine(): Authenticator {
  const own = crypto.getRandomValues(new Uint8Array(32));
  const secretOf = async (credential: Uint8Array, salt: Uint8Array) => {
    const key = await crypto.subtle.importKey('raw', own, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, new Uint8Array([...credential, ...salt])));
  };
  return {
    isHere: async () => true,
    async add(_, salt) {
      const credential = crypto.getRandomValues(new Uint8Array(16));
      const secret = await secretOf(credential, salt);
      return { credential, secret };
    },
    secretOf: ({ credential, salt }) => secretOf(fromBase64(credential), fromBase64(salt)),
  };
}

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
  await expect(unlockWithDevice(person, machine())).rejects.toThrow(/Type your password/);
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
