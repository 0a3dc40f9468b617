import { passwordForm } from '#contract/account/password-form.ts';
import { fail } from '#contract/base/errors.ts';
import { fromBase64, toBase64 } from '../store/base64.ts';
import type { KeyChange } from '#contract/session/device.ts';
import { changeKeyringUser, keyringUser, keyringUsers, type KeyringUser, type WrappedKey } from './keyring-db.ts';
import { homeOf, lookAtProof, provedNow } from './kept-proof.ts';
import { proofSentence, proofState } from './offline-proof.ts';
import { requireStorage } from '../store/require-storage.ts';

export type Person = { site: string; UserId: string; Email: string; name: string };
/** Somebody whose data key is open. The key cannot be read out of the browser. */
export type Unlocked = Person & { dataKey: CryptoKey };
/** The slow half of opening or wrapping a key: what a password and a salt make. */
export type Ahead = { salt: string; rounds: number; wrapping: CryptoKey };
export type KnownUser = Person & {
  mayUnlockOffline: boolean;
  /** Has added this machine's own fingerprint, face or PIN as a way in. */
  hasDeviceUnlock: boolean;
  /** That way in is a passkey, which need not lie in this machine. */
  opensWithPasskey?: true;
};

const iterations = 600_000;
const uses: KeyUsage[] = ['encrypt', 'decrypt'];

/** Who has signed in on this machine before. */
export async function knownUsers(): Promise<KnownUser[]> {
  requireStorage();
  const users = await keyringUsers();
  return users.map((user) => ({
    ...personOf(user),
    mayUnlockOffline: proofState(user, Date.now()) === 'holds',
    hasDeviceUnlock: user.deviceKey !== undefined,
    ...(user.deviceKey?.isPasskey && { opensWithPasskey: true as const }),
  }));
}

/**
 * After a login the server accepted: opens this person's data key, or makes one. Where the password no longer opens
 * the kept key (it was changed elsewhere) the server's secret is asked through `openOtherwise`. `isFresh` when that
 * opens none either: the mirror is then fetched anew, and calls sealed with the former key stay sealed in the outbox
 * until the former password is typed (reseal.ts).
 */
export async function enrol(
  person: Person,
  password: string,
  ahead?: Promise<Ahead | null>,
  openOtherwise: () => Promise<Unlocked | undefined> = async () => undefined,
): Promise<Unlocked & { isFresh: boolean }> {
  requireStorage();
  const known = await keyringUser(person.site, person.UserId);
  const derived = (await ahead) ?? undefined;
  const dataKey = known?.key && (await unwrap(known, known.key, password, { derived }));
  if (known?.key && dataKey) {
    const { key } = known;
    await changeKeyringUser(person, (now) => ({
      key,
      older: [],
      ...now,
      ...person,
      ...provedNow(),
    }));
    return { ...person, dataKey, isFresh: false };
  }
  const opened = known?.serverKey && (await openOtherwise());
  if (opened) return { ...opened, isFresh: false };
  const made = await makeKey(person, password, known || derived?.rounds !== iterations ? undefined : derived);
  await changeKeyringUser(person, (now) => ({ ...begunAnew(person, now), key: made.wrapped }));
  return { ...person, dataKey: made.dataKey, isFresh: known !== undefined };
}

/**
 * A person's entry as a new data key finds it: every way of before becomes a former one, for what waits under it. The
 * device's own fingerprint or PIN opens the former key: as a way in it has to be added again.
 */
export function begunAnew(person: Person, now: KeyringUser | undefined): KeyringUser {
  return {
    ...person,
    ...provedNow(),
    older: [...(now?.key ? [now.key] : []), ...(now?.older ?? [])],
    formerDeviceKeys: [...(now?.deviceKey ? [now.deviceKey] : []), ...(now?.formerDeviceKeys ?? [])],
    formerServerKeys: [...(now?.serverKey ? [now.serverKey] : []), ...(now?.formerServerKeys ?? [])],
    ...(now?.DeviceId === undefined ? {} : { DeviceId: now.DeviceId }),
    changes: noted(now, ...(now?.deviceKey ? (['deviceUnlockRemoved'] as const) : []), now ? 'renewed' : 'enrolled'),
  };
}

/** What `enrol` will need of a password, derived while the server is still asked; null when it cannot be. */
export async function deriveAhead(email: string, password: string): Promise<Ahead | null> {
  try {
    const [known] = await usersOf(email);
    const salt = known?.key?.salt ?? newSalt();
    const rounds = known?.key?.iterations ?? iterations;
    return { salt, rounds, wrapping: await passwordKey(passwordForm(password), fromBase64(salt), rounds) };
  } catch {
    return null;
  }
}

/** Opens the data key without the server, at most 72 h after the server last confirmed this person. */
export async function unlock(email: string, password: string, site?: string): Promise<Unlocked> {
  requireStorage();
  const users = (await usersOf(email)).filter((user) => site === undefined || user.site === site);
  if (users.length === 0) {
    fail('signed-out', 'No one has signed in here with this email yet. You must be online to sign in the first time.');
  }
  if (users.every((user) => user.key === undefined && user.serverKey))
    fail('signed-out', 'Your data on this device opens with your clinic’s sign-in. You must be online.');
  if (users.every((user) => user.key === undefined))
    fail('signed-out', 'Your data on this device opens with your passkey. Choose “Unlock with this device”.');
  for (const user of users) {
    const dataKey = user.key && (await unwrap(user, user.key, password));
    if (!dataKey) continue;
    await assertProof(user);
    return { ...personOf(user), dataKey };
  }
  return fail(
    'signed-out',
    'This is not the password this device knows. If you changed it lately, sign in online once.',
  );
}

/** Under which id the server knows what a person has here, if they were here before. */
export async function knownDevice(site: string, UserId: string): Promise<string | undefined> {
  return (await keyringUser(site, UserId))?.DeviceId;
}

/** Refuses to open without the server when the last online proof no longer counts. */
export async function assertProof({ site, UserId }: Person): Promise<void> {
  const state = await lookAtProof(site, UserId);
  if (state !== 'holds') fail('signed-out', proofSentence[state === 'gone' ? 'ended' : state]);
}

/** A person's entry with changes of their keys noted for the audit log. */
export function noted(user: Pick<KeyringUser, 'changes'> | undefined, ...what: KeyChange['what'][]): KeyChange[] {
  const at = new Date().toISOString();
  const fresh = what.map((each): KeyChange => ({ id: crypto.randomUUID(), what: each, at }));
  return [...(user?.changes ?? []), ...fresh].slice(-50);
}

/** Whether what is kept for a person opens with a passkey alone: a password has to be added before it opens anything. */
export async function opensByPasskeyAlone(site: string, UserId: string): Promise<boolean> {
  const known = await keyringUser(site, UserId);
  return known !== undefined && known.key === undefined;
}

/** Keeps the data key under a new password; false when the old one opens no key that this device keeps under one. */
export async function rewrap(site: string, UserId: string, oldPassword: string, newPassword: string): Promise<boolean> {
  const home = (await homeOf(site, UserId)).site;
  if (await opensByPasskeyAlone(home, UserId)) return true;
  const opened = await openReadable(home, UserId, oldPassword);
  if (!opened) return false;
  const key = await wrapUnderPassword(opened.user, opened.dataKey, newPassword);
  await changeKeyringUser(opened.user, (now) => now && { ...now, key, changes: noted(now, 'rewrapped') });
  return true;
}

/** A person's data key as it can be wrapped anew, and only to do so at once; undefined for another password. */
export async function openReadable(
  site: string,
  UserId: string,
  password: string,
): Promise<{ user: KeyringUser; dataKey: CryptoKey } | undefined> {
  const user = await keyringUser(site, UserId);
  const dataKey = user?.key && (await unwrap(user, user.key, password, { isReadable: true }));
  return user && dataKey && { user, dataKey };
}

/** Every key of a person that a password opens, on any of their sites, for what was sealed before it changed. */
export async function openKeys(UserId: string, password: string): Promise<CryptoKey[]> {
  const users = (await keyringUsers()).filter((user) => user.UserId === UserId);
  const wrapped = users.flatMap((user) =>
    [...(user.key ? [user.key] : []), ...user.older].map((key) => ({ user, key })),
  );
  const keys = await Promise.all(wrapped.map(({ user, key }) => unwrap(user, key, password)));
  return keys.filter((key) => key !== undefined);
}

export function personOf({ site, UserId, Email, name }: Person): Person {
  return { site, UserId, Email, name };
}

async function usersOf(email: string): Promise<KeyringUser[]> {
  return (await keyringUsers()).filter((user) => user.Email.toLowerCase() === email.trim().toLowerCase());
}

async function makeKey(
  person: Person,
  password: string,
  derived?: Ahead,
): Promise<{ dataKey: CryptoKey; wrapped: WrappedKey }> {
  const readable = await readableKey();
  const wrapped = await wrapUnderPassword(person, readable, password, derived);
  return { dataKey: await dataKeyFrom(readable), wrapped };
}

/** A new data key that can still be wrapped; what is used afterwards is `dataKeyFrom` it. */
export function readableKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, uses);
}

/** The same key, which cannot be read out. */
export async function dataKeyFrom(readable: CryptoKey): Promise<CryptoKey> {
  const raw = await crypto.subtle.exportKey('raw', readable);
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, uses);
}

export async function wrapUnderPassword(
  person: Pick<Person, 'site' | 'UserId'>,
  readable: CryptoKey,
  password: string,
  derived?: Ahead,
): Promise<WrappedKey> {
  const salt = derived?.salt ?? newSalt();
  const n = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = derived?.wrapping ?? (await passwordKey(passwordForm(password), fromBase64(salt), iterations));
  const c = await crypto.subtle.wrapKey('raw', readable, wrapping, cipher(person, n));
  return { salt, n: toBase64(n), c: toBase64(new Uint8Array(c)), iterations };
}

function newSalt(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)));
}

type Opening = { derived?: Ahead | undefined; isReadable?: boolean };

/** Undefined when the password is another. Readable only to wrap the key anew at once. */
async function unwrap(
  person: Person,
  key: WrappedKey,
  password: string,
  { derived, isReadable = false }: Opening = {},
): Promise<CryptoKey | undefined> {
  const isSame = derived?.salt === key.salt && derived.rounds === key.iterations;
  const open = (wrapping: CryptoKey) => unwrapUnder(person, key, { wrapping, isReadable });
  const keyFor = (text: string) => passwordKey(text, fromBase64(key.salt), key.iterations);
  const counts = passwordForm(password);
  const opened = await open(isSame ? derived.wrapping : await keyFor(counts));
  // Devices once took another form than the server, and keep what they wrapped under it.
  const once = password.normalize('NFC');
  return opened ?? (once === counts ? undefined : open(await keyFor(once)));
}

async function unwrapUnder(
  person: Person,
  key: WrappedKey,
  { wrapping, isReadable }: { wrapping: CryptoKey; isReadable: boolean },
): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.unwrapKey(
      'raw',
      fromBase64(key.c),
      wrapping,
      cipher(person, fromBase64(key.n)),
      'AES-GCM',
      isReadable,
      uses,
    );
  } catch {
    return undefined;
  }
}

async function passwordKey(text: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(text), 'PBKDF2', false, ['deriveKey']);
  const derived = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    derived,
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

function cipher({ site, UserId }: Pick<Person, 'site' | 'UserId'>, n: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv: n, additionalData: new TextEncoder().encode(`keyring|${site}|${UserId}`) };
}
