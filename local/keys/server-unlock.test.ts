import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { hasDeviceUnlock, removeDeviceUnlock, unlockWithDevice } from './device-unlock.ts';
import { enrol, openKeys, unlock } from './keyring.ts';
import { keepKeyringIn } from './keyring-db.ts';
import { memoryFiles } from '../testing/device.ts';
import { machine } from '../testing/machine.ts';
import {
  addDeviceUnlockByServer,
  addPasswordByServer,
  keepUnderServer,
  makeUnderServer,
  openByServer,
  openFormerByServer,
  opensByServerAlone,
  tryAddPasswordByServer,
} from './server-unlock.ts';

const person = { site: 'demo', UserId: '5b1f0e0c-0000-4000-8000-000000000001', Email: 'pt@demo.test', name: 'Pat Lee' };
const secret = 'q'.repeat(43);
const other = 'r'.repeat(43);
const password = 'Mainstay-demo-2026';

beforeEach(async () => {
  keepKeyringIn(memoryFiles());
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

const cipher = { name: 'AES-GCM', iv: new Uint8Array(12) };
const seal = (key: CryptoKey) => crypto.subtle.encrypt(cipher, key, new TextEncoder().encode('kept'));
const opens = (key: CryptoKey, sealed: ArrayBuffer) =>
  crypto.subtle.decrypt(cipher, key, sealed).then(
    (bytes) => new TextDecoder().decode(bytes) === 'kept',
    () => false,
  );

test('the first sign-in makes a key under the secret, and the next one opens it; it cannot be read out', async () => {
  const first = await openByServer(person, secret);
  expect(first?.dataKey.extractable).toBe(false);
  const sealed = await seal(first!.dataKey);
  const again = await openByServer(person, secret);
  expect(await opens(again!.dataKey, sealed)).toBe(true);
  expect(await openByServer(person, other)).toBeUndefined();
});

test('without the network nothing opens, and the sentence says why', async () => {
  await openByServer(person, secret);
  await expect(unlock(person.Email, password)).rejects.toThrow(/You must be online/);
});

test('what a password keeps is opened by it once, and from then on by both', async () => {
  const enrolled = await enrol(person, password);
  const sealed = await seal(enrolled.dataKey);
  expect(await openByServer(person, secret)).toBeUndefined();
  expect(await keepUnderServer(person, 'not this one', secret)).toBeUndefined();
  const kept = await keepUnderServer(person, password, secret);
  expect(kept?.dataKey.extractable).toBe(false);
  expect(await opens((await openByServer(person, secret))!.dataKey, sealed)).toBe(true);
  expect(await opens((await unlock(person.Email, password)).dataKey, sealed)).toBe(true);
  expect(await opensByServerAlone(person)).toBe(false);
});

test('a password that comes later opens the same, and a wrong secret adds none', async () => {
  const sealed = await seal((await openByServer(person, secret))!.dataKey);
  expect(await opensByServerAlone(person)).toBe(true);
  await expect(addPasswordByServer(person, password, other)).rejects.toThrow(/can’t unlock your data/);
  await addPasswordByServer(person, password, secret);
  expect(await opens((await unlock(person.Email, password)).dataKey, sealed)).toBe(true);
  expect(await opens((await openByServer(person, secret))!.dataKey, sealed)).toBe(true);
});

test('this machine opens without the network what single sign-on keeps, until that is taken away', async () => {
  const sealed = await seal((await openByServer(person, secret))!.dataKey);
  const here = machine();
  await expect(addDeviceUnlockByServer(person, other, here)).rejects.toThrow(/can’t unlock your data/);
  expect(await hasDeviceUnlock(person)).toBe(false);
  await addDeviceUnlockByServer(person, secret, here);
  expect(await opens((await unlockWithDevice(person, here)).dataKey, sealed)).toBe(true);
  await expect(unlockWithDevice(person, machine())).rejects.toThrow(/can’t unlock your data/);
  await removeDeviceUnlock(person);
  expect(await hasDeviceUnlock(person)).toBe(false);
  expect(await opens((await openByServer(person, secret))!.dataKey, sealed)).toBe(true);
});

test('a passphrase of this device opens without the network what single sign-on keeps', async () => {
  const sealed = await seal((await openByServer(person, secret))!.dataKey);
  await addPasswordByServer(person, 'lamp oak river glass', secret);
  expect(await opens((await unlock(person.Email, 'lamp oak river glass')).dataKey, sealed)).toBe(true);
  await expect(unlock(person.Email, 'another one')).rejects.toThrow(/not the password/);
});

test('begun anew, the key of before is kept for what waits under it', async () => {
  const sealed = await seal((await enrol(person, password)).dataKey);
  const fresh = await makeUnderServer(person, secret);
  expect(fresh.isFresh).toBe(true);
  expect(await opens(fresh.dataKey, sealed)).toBe(false);
  const [former] = await openKeys(person.UserId, password);
  expect(former && (await opens(former, sealed))).toBe(true);
});

test('a password that was reset opens what the server still opens, and nothing is begun anew', async () => {
  const sealed = await seal((await enrol(person, password)).dataKey);
  await keepUnderServer(person, password, secret);
  const again = await enrol(person, 'The reset one, long', undefined, () =>
    tryAddPasswordByServer(person, 'The reset one, long', secret),
  );
  expect([again.isFresh, await opens(again.dataKey, sealed)]).toEqual([false, true]);
  expect(await opens((await unlock(person.Email, 'The reset one, long')).dataKey, sealed)).toBe(true);
  expect(await opens((await openByServer(person, secret))!.dataKey, sealed)).toBe(true);
});

test.each([
  ['a password', () => enrol(person, 'The reset one, long', undefined, async () => undefined)],
  ['single sign-on', () => makeUnderServer(person, other)],
])(
  'a server that has another secret just now: begun anew with %s, its former one still opens later',
  async (_, begin) => {
    const sealed = await seal((await enrol(person, password)).dataKey);
    await keepUnderServer(person, password, secret);
    const fresh = await begin();
    expect([fresh.isFresh, await opens(fresh.dataKey, sealed)]).toEqual([true, false]);
    expect(await openFormerByServer(person, other)).toEqual([]);
    const [former] = await openFormerByServer(person, secret);
    expect(former && (await opens(former, sealed))).toBe(true);
  },
);
