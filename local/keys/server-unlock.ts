import { fail } from '#contract/base/errors.ts';
import { fromBase64Url } from '../store/base64.ts';
import { keepUnderMachine, unwrapUnder, wrapUnder, type Authenticator } from './device-unlock.ts';
import { provedNow } from './kept-proof.ts';
import { changeKeyringUser, keyringUser, type KeyringUser } from './keyring-db.ts';
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

type Who = { site: string; UserId: string };

const noLongerOpens = 'This device can’t unlock your data. Use your clinic’s sign-in.';

/**
 * After single sign-on, for who has no password here: opens what this device keeps with a secret that the server tells
 * to this person's own sign-in alone, or makes a first key under it. Undefined when what is kept opens with something else.
 */
export async function openByServer(person: Person, secret: string): Promise<Unlocked | undefined> {
  const known = await keyringUser(person.site, person.UserId);
  if (!known) return makeUnderServer(person, secret);
  if (!known.serverKey) return undefined;
  const opened = await unwrapUnder(fromBase64Url(secret), person, known.serverKey).catch(() => undefined);
  if (!opened) return undefined;
  await changeKeyringUser(person, (now) => now && { ...now, ...person, ...provedNow() });
  return { ...person, dataKey: opened };
}

/** A new key for this device. What waits here under a key of before stays sealed until its password is typed (reseal.ts). */
export async function makeUnderServer(person: Person, secret: string): Promise<Unlocked & { isFresh: boolean }> {
  const readable = await readableKey();
  const serverKey = await wrapUnder(fromBase64Url(secret), person, readable);
  const known = await keyringUser(person.site, person.UserId);
  await changeKeyringUser(person, (now) => ({ ...begunAnew(person, now), serverKey }));
  return { ...person, dataKey: await dataKeyFrom(readable), isFresh: known !== undefined };
}

/** From now on the server's secret opens what the password opens; undefined when the password is another. */
export async function keepUnderServer(person: Person, password: string, secret: string): Promise<Unlocked | undefined> {
  const opened = await openReadable(person.site, person.UserId, password);
  if (!opened) return undefined;
  const serverKey = await wrapUnder(fromBase64Url(secret), person, opened.dataKey);
  await changeKeyringUser(
    person,
    (now) => now && { ...now, ...person, ...provedNow(), serverKey, changes: noted(now, 'rewrapped') },
  );
  return { ...person, dataKey: await dataKeyFrom(opened.dataKey) };
}

/** Whether the server's secret opens what is kept here, and no password does. */
export async function opensByServerAlone({ site, UserId }: Who): Promise<boolean> {
  const known = await keyringUser(site, UserId);
  return known?.serverKey !== undefined && known.key === undefined;
}

/** From now on this machine's fingerprint, face or PIN opens what the server's secret opens, also without the network. */
export async function addDeviceUnlockByServer(who: Who, secret: string, machine: Authenticator): Promise<void> {
  const known = await keyringUser(who.site, who.UserId);
  const readable = await readableByServer(known, secret);
  if (!known || !readable) return fail('signed-out', noLongerOpens);
  await keepUnderMachine(personOf(known), readable, machine);
}

/** Somebody of single sign-on came in with a password: it opens what is kept here as well. */
export async function addPasswordByServer(person: Person, password: string, secret: string): Promise<Unlocked> {
  const opened = await tryAddPasswordByServer(person, password, secret);
  return opened ?? fail('signed-out', noLongerOpens);
}

/** The same where the password was reset and another one opened before; undefined for a secret that opens nothing. */
export async function tryAddPasswordByServer(
  person: Person,
  password: string,
  secret: string,
): Promise<Unlocked | undefined> {
  const known = await keyringUser(person.site, person.UserId);
  const readable = await readableByServer(known, secret);
  if (!readable) return undefined;
  const key = await wrapUnderPassword(person, readable, password);
  await changeKeyringUser(
    person,
    (now) => now && { ...now, ...person, ...provedNow(), key, changes: noted(now, 'rewrapped') },
  );
  return { ...person, dataKey: await dataKeyFrom(readable) };
}

/** Whether the server's secret may open what waits here from before this device was begun anew. */
export async function hasFormerServerKeys({ site, UserId }: Who): Promise<boolean> {
  return ((await keyringUser(site, UserId))?.formerServerKeys ?? []).length > 0;
}

/** The data keys of before that the server's secret opens. */
export async function openFormerByServer({ site, UserId }: Who, secret: string): Promise<CryptoKey[]> {
  const former = (await keyringUser(site, UserId))?.formerServerKeys ?? [];
  const opened = former.map((one) => unwrapUnder(fromBase64Url(secret), { site, UserId }, one).catch(() => undefined));
  return (await Promise.all(opened)).filter((key) => key !== undefined);
}

/** The data key as it can be wrapped anew, and only to do so at once; undefined for another secret. */
async function readableByServer(known: KeyringUser | undefined, secret: string): Promise<CryptoKey | undefined> {
  if (!known?.serverKey) return undefined;
  return unwrapUnder(fromBase64Url(secret), known, known.serverKey, true).catch(() => undefined);
}
