import { fail } from '#contract/base/errors.ts';
import { toBase64 } from '../store/base64.ts';
import { removeDeviceUnlock, unwrapUnder, wrapUnder, type Authenticator } from './device-unlock.ts';
import { changeKeyringUser, keyringUser, type DeviceKey } from './keyring-db.ts';
import { provedNow } from './kept-proof.ts';
import {
  begunAnew,
  dataKeyFrom,
  noted,
  openReadable,
  personOf,
  readableKey,
  wrapUnderPassword,
  type Person,
  type Unlocked,
} from './keyring.ts';
import { passkeySalt, type ShownPasskey } from './passkey.ts';

type Shown = Pick<ShownPasskey, 'credential' | 'secret'>;
type Who = { site: string; UserId: string };

/**
 * After the server has taken a passkey: opens what this device keeps with the passkey's secret, or makes a first key
 * under it. Undefined when a password has to be typed, or the server asked for its secret, because what is kept opens
 * with that alone, or because this browser makes no secrets.
 */
export async function openByPasskey(person: Person, shown: Shown): Promise<Unlocked | undefined> {
  const known = await keyringUser(person.site, person.UserId);
  if (!known) return shown.secret && enrolByPasskey(person, shown);
  const opened = await tryOpen(person, shown, known.deviceKey);
  if (opened) {
    await changeKeyringUser(person, (now) => now && { ...now, ...person, ...provedNow() });
    return { ...person, dataKey: opened };
  }
  if (known.key === undefined && known.serverKey === undefined)
    fail('signed-out', 'Your data on this device opens with another passkey of yours. Use the one you used here.');
  return undefined;
}

async function tryOpen(who: Who, { credential, secret }: Shown, kept: DeviceKey | undefined) {
  if (!kept || !secret || kept.credential !== toBase64(credential)) return undefined;
  return unwrapUnder(secret, who, kept).catch(() => undefined);
}

async function enrolByPasskey(person: Person, shown: Shown): Promise<Unlocked> {
  const readable = await readableKey();
  const deviceKey = await keyOf(person, shown, readable);
  // Another tab may have begun meanwhile: its key becomes a former one.
  await changeKeyringUser(person, (now) => {
    const begun = begunAnew(person, now);
    return { ...begun, deviceKey, changes: noted(begun, 'deviceUnlockAdded') };
  });
  return { ...person, dataKey: await dataKeyFrom(readable) };
}

/** From now on the passkey opens what the password opens; false when the password is another. */
export async function keepUnderPasskey(who: Who, password: string, shown: Shown): Promise<boolean> {
  if (!shown.secret) return false;
  const opened = await openReadable(who.site, who.UserId, password);
  if (!opened) return false;
  const deviceKey = await keyOf(who, shown, opened.dataKey);
  await changeKeyringUser(who, (now) => now && { ...now, deviceKey, changes: noted(now, 'deviceUnlockAdded') });
  return true;
}

/**
 * A password where only a passkey opened so far: it has to be shown once more, or what waits here would be lost.
 * Nothing is made anew behind its back.
 */
export async function addPassword(person: Person, password: string, machine: Authenticator): Promise<Unlocked> {
  const known = await keyringUser(person.site, person.UserId);
  const kept = known?.deviceKey;
  const secret = kept && (await machine.secretOf(kept).catch(() => undefined));
  const readable = secret && (await unwrapUnder(secret, person, kept, true).catch(() => undefined));
  if (!readable)
    return fail(
      'signed-out',
      'Your data on this device opens with your passkey. Use it once, and your password will open it too. If you lost the passkey, erase this device from another one, under Your devices.',
    );
  const key = await wrapUnderPassword(person, readable, password);
  await changeKeyringUser(
    person,
    (now) => now && { ...now, ...person, ...provedNow(), key, changes: noted(now, 'rewrapped') },
  );
  return { ...personOf(person), dataKey: await dataKeyFrom(readable) };
}

async function keyOf(who: Who, { credential, secret }: Shown, readable: CryptoKey): Promise<DeviceKey> {
  if (!secret) return fail('unavailable', 'This browser can’t make an encryption key from a passkey.');
  const wrapped = await wrapUnder(secret, who, readable);
  return { credential: toBase64(credential), salt: toBase64(passkeySalt), ...wrapped, isPasskey: true };
}

/** A passkey was removed: it opens nothing here any more, unless nothing else does. False then. */
export async function forgetPasskeyHere(who: Who, credentialId: string): Promise<boolean> {
  const known = await keyringUser(who.site, who.UserId);
  if (!known?.deviceKey || asBase64Url(known.deviceKey.credential) !== credentialId) return true;
  await removeDeviceUnlock(who);
  return known.key !== undefined;
}

function asBase64Url(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
