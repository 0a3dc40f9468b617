import { fail } from '#contract/base/errors.ts';
import { fromBase64, toBase64 } from '../store/base64.ts';
import { changeKeyringUser, keyringUser, type DeviceKey } from './keyring-db.ts';
import { assertProof, noted, openReadable, personOf, type Person, type Unlocked } from './keyring.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What this machine keeps behind a fingerprint, face or PIN: a secret that follows from a salt. */
export type Authenticator = {
  isHere(): Promise<boolean>;
  /** A new credential for a person and its secret; undefined when this machine makes no such secrets. */
  add(person: Person, salt: Bytes): Promise<{ credential: Bytes; secret: Bytes } | undefined>;
  /** Asks the person; a passkey may also lie on a phone or a key beside this machine. */
  secretOf(kept: Pick<DeviceKey, 'credential' | 'salt' | 'isPasskey'>): Promise<Bytes | undefined>;
};

/** Keeps the data key under this machine's own secret as well; false when the password is another. */
export async function addDeviceUnlock(
  who: { site: string; UserId: string },
  password: string,
  machine: Authenticator,
): Promise<boolean> {
  if ((await keyringUser(who.site, who.UserId))?.key === undefined)
    fail(
      'conflict',
      'Your password doesn’t unlock this device yet. Sign in here with your password once, then try again.',
    );
  const opened = await openReadable(who.site, who.UserId, password);
  if (!opened) return false;
  await keepUnderMachine(personOf(opened.user), opened.dataKey, machine);
  return true;
}

/** Keeps a data key, readable just now, under this machine's own secret; throws where it makes none. */
export async function keepUnderMachine(person: Person, readable: CryptoKey, machine: Authenticator): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const added = await machine.add(person, salt);
  if (!added) return fail('unavailable', 'This device can’t protect a key with its fingerprint, face or PIN.');
  const wrapped = await wrapUnder(added.secret, person, readable);
  const deviceKey: DeviceKey = { credential: toBase64(added.credential), salt: toBase64(salt), ...wrapped };
  await changeKeyringUser(person, (now) => now && { ...now, deviceKey, changes: noted(now, 'deviceUnlockAdded') });
}

/** Takes that way in away again, where another one stays: the password, or single sign-on. */
export async function removeDeviceUnlock(who: { site: string; UserId: string }): Promise<void> {
  await changeKeyringUser(who, (now) => {
    if (!now?.deviceKey || !(now.key || now.serverKey)) return undefined;
    const { deviceKey: _, ...rest } = now;
    return { ...rest, changes: noted(now, 'deviceUnlockRemoved') };
  });
}

export async function hasDeviceUnlock({ site, UserId }: { site: string; UserId: string }): Promise<boolean> {
  return (await keyringUser(site, UserId))?.deviceKey !== undefined;
}

/** Opens the data key with this machine's secret, within 72 h of the last online proof like a password does. */
export async function unlockWithDevice(
  who: { site: string; UserId: string },
  machine: Authenticator,
): Promise<Unlocked> {
  const user = await keyringUser(who.site, who.UserId);
  if (!user?.deviceKey) return fail('signed-out', 'This device is not set up to unlock for you. Enter your password.');
  await assertProof(user);
  const secret = await machine.secretOf(user.deviceKey);
  if (!secret) return fail('signed-out', 'This device did not unlock. Try again, or enter your password.');
  const dataKey = await unwrapUnder(secret, user, user.deviceKey).catch(() => undefined);
  if (!dataKey) return fail('signed-out', 'This device can’t unlock your data. Enter your password.');
  return { ...personOf(user), dataKey };
}

/** Whether this machine may still open what a person saved here before their password was reset elsewhere. */
export async function hasFormerDeviceKeys({ site, UserId }: { site: string; UserId: string }): Promise<boolean> {
  return ((await keyringUser(site, UserId))?.formerDeviceKeys ?? []).length > 0;
}

/** The data keys of earlier passwords that this machine opens with its own secret; none when it refuses. */
export async function openFormerKeys(
  who: { site: string; UserId: string },
  machine: Pick<Authenticator, 'secretOf'>,
): Promise<CryptoKey[]> {
  const former = (await keyringUser(who.site, who.UserId))?.formerDeviceKeys ?? [];
  const keys: CryptoKey[] = [];
  // One after the other: each may ask for a finger, and a browser asks once at a time.
  for (const one of former) {
    const secret = await machine.secretOf(one);
    const key = secret && (await unwrapUnder(secret, who, one).catch(() => undefined));
    if (key) keys.push(key);
  }
  return keys;
}

/** A data key, readable just now, under a secret; all text is base64. */
export async function wrapUnder(
  secret: Bytes,
  who: { site: string; UserId: string },
  readable: CryptoKey,
): Promise<Pick<DeviceKey, 'n' | 'c'>> {
  const n = crypto.getRandomValues(new Uint8Array(12));
  const c = await crypto.subtle.wrapKey('raw', readable, await wrappingKey(secret), cipher(who, n));
  return { n: toBase64(n), c: toBase64(new Uint8Array(c)) };
}

/** Throws for another secret. Readable only to wrap the key anew at once. */
export async function unwrapUnder(
  secret: Bytes,
  who: { site: string; UserId: string },
  { n, c }: Pick<DeviceKey, 'n' | 'c'>,
  isReadable = false,
): Promise<CryptoKey> {
  const wrapping = await wrappingKey(secret);
  const how = cipher(who, fromBase64(n));
  return crypto.subtle.unwrapKey('raw', fromBase64(c), wrapping, how, 'AES-GCM', isReadable, ['encrypt', 'decrypt']);
}

async function wrappingKey(secret: Bytes): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('mainstay data key');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

function cipher({ site, UserId }: { site: string; UserId: string }, n: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv: n, additionalData: new TextEncoder().encode(`keyring|${site}|${UserId}|device`) };
}
