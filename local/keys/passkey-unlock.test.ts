import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDeviceUnlock, openFormerKeys, unlockWithDevice, type Authenticator } from './device-unlock.ts';
import { enrol, knownUsers, opensByPasskeyAlone, rewrap, unlock } from './keyring.ts';
import { keepKeyringIn, keyringUser } from './keyring-db.ts';
import { addPassword, forgetPasskeyHere, keepUnderPasskey, openByPasskey } from './passkey-unlock.ts';
import { open, seal } from './seal.ts';
import { makeUnderServer, openByServer } from './server-unlock.ts';
import { memoryFiles } from '../testing/device.ts';

const person = { site: 'demo', UserId: 'user-1', Email: 'pt@demo.test', name: 'Rosa Alvarez' };
const password = 'Mainstay-demo-2026';
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const newShown = () => ({ credential: random(16), secret: random(32) });
type Shown = ReturnType<typeof newShown>;
/** A browser that, asked for this passkey, tells its secret. */
const machineOf = (shown: Shown): Authenticator => ({
  isHere: async () => true,
  add: async () => undefined,
  secretOf: async (kept) => (kept.isPasskey ? shown.secret : undefined),
});
const noSecret = { ...machineOf(newShown()), secretOf: async () => undefined };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T08:00:00Z') });
  keepKeyringIn(memoryFiles());
  await Dexie.delete('mainstay-keyring');
  return () => void vi.useRealTimers();
});

test('on a new device makes a key that the passkey alone opens, online and not, and nothing is kept in the clear', async () => {
  const shown = newShown();
  const made = await openByPasskey(person, shown);
  if (!made) throw new Error('no key was made');
  const sealed = await seal(made.dataKey, 'place', 'kept');
  await expect(crypto.subtle.exportKey('raw', made.dataKey)).rejects.toThrow();
  const again = await openByPasskey(person, shown);
  expect(again && (await open(again.dataKey, 'place', sealed))).toBe('kept');
  const offline = await unlockWithDevice(person, machineOf(shown));
  expect(await open(offline.dataKey, 'place', sealed)).toBe('kept');
  expect(await knownUsers()).toMatchObject([{ hasDeviceUnlock: true, opensWithPasskey: true }]);
  const user = await keyringUser(person.site, person.UserId);
  expect(user?.changes?.map((change) => change.what)).toEqual(['enrolled', 'deviceUnlockAdded']);
  expect(JSON.stringify(user)).not.toContain(Buffer.from(shown.secret).toString('base64'));
  vi.setSystemTime(new Date('2026-11-21T09:00:00Z'));
  await expect(unlockWithDevice(person, machineOf(shown))).rejects.toThrow(/72 hours/);
});

test('no password opens such a device, and another passkey is told so; nothing is made anew', async () => {
  const shown = newShown();
  await openByPasskey(person, shown);
  await expect(unlock(person.Email, password)).rejects.toThrow(/opens with your passkey/);
  await expect(openByPasskey(person, newShown())).rejects.toThrow(/another passkey of yours/);
  await expect(openByPasskey(person, { ...shown, secret: undefined })).rejects.toThrow(/another passkey of yours/);
  await expect(addDeviceUnlock(person, password, machineOf(shown))).rejects.toThrow(
    /Your password doesn’t unlock this device/,
  );
  // A changed password changes nothing here.
  expect(await rewrap(person.site, person.UserId, 'one', 'other')).toBe(true);
  expect(await opensByPasskeyAlone(person.site, person.UserId)).toBe(true);
});

test('a password is added once the passkey was shown, to the same key', async () => {
  const shown = newShown();
  const made = await openByPasskey(person, shown);
  if (!made) throw new Error('no key was made');
  const sealed = await seal(made.dataKey, 'place', 'kept');
  await expect(addPassword(person, password, noSecret)).rejects.toThrow(/Use it once/);
  await expect(addPassword(person, password, machineOf(newShown()))).rejects.toThrow(/Use it once/);
  const { dataKey } = await addPassword(person, password, machineOf(shown));
  expect(await open(dataKey, 'place', sealed)).toBe('kept');
  await expect(crypto.subtle.exportKey('raw', dataKey)).rejects.toThrow();
  expect(await open((await unlock(person.Email, password)).dataKey, 'place', sealed)).toBe('kept');
  expect((await enrol(person, password)).isFresh).toBe(false);
});

test('without a secret, or beside a password, the password is asked for; then both open the same key', async () => {
  const shown = newShown();
  expect(await openByPasskey(person, { ...shown, secret: undefined })).toBeUndefined();
  expect(await knownUsers()).toEqual([]);
  const { dataKey } = await enrol(person, password);
  const sealed = await seal(dataKey, 'place', 'kept');
  expect(await openByPasskey(person, shown)).toBeUndefined();
  expect(await keepUnderPasskey(person, 'wrong', shown)).toBe(false);
  expect(await keepUnderPasskey(person, password, { ...shown, secret: undefined })).toBe(false);
  expect(await keepUnderPasskey(person, password, shown)).toBe(true);
  const opened = await openByPasskey(person, shown);
  expect(opened && (await open(opened.dataKey, 'place', sealed))).toBe('kept');
  expect(await open((await unlock(person.Email, password)).dataKey, 'place', sealed)).toBe('kept');
});

test('a removed passkey opens nothing here, unless nothing else does', async () => {
  const shown = newShown();
  const credentialId = Buffer.from(shown.credential).toString('base64url');
  await openByPasskey(person, shown);
  expect(await forgetPasskeyHere(person, credentialId)).toBe(false);
  expect(await openByPasskey(person, shown)).toBeDefined();
  await addPassword(person, password, machineOf(shown));
  expect(await forgetPasskeyHere(person, 'another')).toBe(true);
  expect(await openByPasskey(person, shown)).toBeDefined();
  expect(await forgetPasskeyHere(person, credentialId)).toBe(true);
  expect(await openByPasskey(person, shown)).toBeUndefined();
  expect((await unlock(person.Email, password)).UserId).toBe(person.UserId);
});

test('single sign-on and a passkey on one device: neither closes what the other opened', async () => {
  const shown = newShown();
  const secret = Buffer.from(random(32)).toString('base64url');
  const byServer = await openByServer(person, secret);
  if (!byServer) throw new Error('no key was made');
  const sealed = await seal(byServer.dataKey, 'place', 'kept');
  // A passkey has to ask the server for its secret here; nothing is made anew.
  expect(await openByPasskey(person, shown)).toBeUndefined();
  const again = await openByServer(person, secret);
  expect(again && (await open(again.dataKey, 'place', sealed))).toBe('kept');

  const other = { ...person, UserId: 'user-2' };
  const byPasskey = await openByPasskey(other, shown);
  if (!byPasskey) throw new Error('no key was made');
  const waiting = await seal(byPasskey.dataKey, 'place', 'waits');
  // Begun anew under the server's secret, what waited opens with the passkey.
  await makeUnderServer(other, secret);
  const [former] = await openFormerKeys(other, machineOf(shown));
  expect(former && (await open(former, 'place', waiting))).toBe('waits');
});
