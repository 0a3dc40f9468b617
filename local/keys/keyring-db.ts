import { Dexie, type Table } from 'dexie';
import type { EraseOrder, KeyChange } from '#contract/session/device.ts';
import { originFiles, type Files } from '../store/files.ts';

/** A data key wrapped by a password. All text is base64. */
export type WrappedKey = { salt: string; n: string; c: string; iterations: number };

/** One person who has signed in on this machine. No name of a patient, no password, no key in the clear. */
export type KeyringUser = {
  site: string;
  UserId: string;
  Email: string;
  name: string;
  /** Missing where only a passkey or single sign-on was ever used: `deviceKey` or `serverKey` then opens alone. */
  key?: WrappedKey;
  /** When the server last confirmed this person, by this machine's clock. */
  provedAt: number;
  /** The latest time this machine's clock has shown since then. */
  seenAt?: number;
  /** Keys of earlier passwords, for calls that were sealed with them. */
  older: WrappedKey[];
  /** The same data key, wrapped by what this machine itself keeps behind a fingerprint, face or PIN. */
  deviceKey?: DeviceKey;
  /** Such keys of earlier passwords: the machine opens what was sealed then, also when the password is forgotten. */
  formerDeviceKeys?: DeviceKey[];
  /** The same data key, wrapped by a secret that the server tells to this person's own sign-in (single sign-on). */
  serverKey?: ServerKey;
  /** Such keys of before, which the server's secret of then still opens. */
  formerServerKeys?: ServerKey[];
  /** The id of this person's outbox, under which the server knows this device. */
  DeviceId?: string;
  /** Changes of the keys that the server's audit log has not heard of yet. */
  changes?: KeyChange[];
};

/** A data key wrapped by a WebAuthn PRF secret. All text is base64. */
export type DeviceKey = {
  credential: string;
  salt: string;
  n: string;
  c: string;
  /** A passkey of the person, which the server knows too, and not one that this machine made for itself. */
  isPasskey?: true;
};

export type ServerKey = Pick<DeviceKey, 'n' | 'c'>;

/** An erasure ordered by the server; kept until the server knows that it is done and a person has read of it. */
export type Erasure = EraseOrder & { isErased: boolean; isConfirmed: boolean; isTold: boolean };

/** With what a person's device asks, locked or signed out, whether it must erase itself. Opens nothing. */
export type Asker = { DeviceId: string; site: string; UserId: string; secret: string };

type KeyringDatabase = Dexie & {
  users: Table<KeyringUser, [string, string]>;
  erasures: Table<Erasure, string>;
  askers: Table<Asker, string>;
};

const copy = 'keyring.json';
let files: Files = originFiles();

/** Where the second copy of the keyring lies; tests hand in their own. */
export function keepKeyringIn(place: Files): void {
  files = place;
}

/** Everybody known, from the database, or from the copy when the database was lost. */
export async function keyringUsers(): Promise<KeyringUser[]> {
  return withKeyring(async (db) => {
    const users = await db.users.toArray();
    if (users.length > 0) return users;
    const erased = new Set((await db.erasures.toArray()).map((one) => one.DeviceId as string));
    const copied = usersOf(await files.read(copy)).filter((user) => !erased.has(user.DeviceId ?? ''));
    if (copied.length > 0) await db.users.bulkPut(copied);
    return copied;
  });
}

/** Changes one person as they are now: two tabs may do so at once, and no wrapped key may ever be lost. */
export async function changeKeyringUser(
  { site, UserId }: Pick<KeyringUser, 'site' | 'UserId'>,
  change: (now: KeyringUser | undefined) => KeyringUser | undefined,
): Promise<void> {
  await withKeyring(async (db) => {
    await db.transaction('rw', db.users, async () => {
      const changed = change(await db.users.get([site, UserId]));
      if (changed) await db.users.put(changed);
    });
    await writeCopy(db).catch(() => undefined);
  });
}

async function writeCopy(db: KeyringDatabase): Promise<void> {
  await files.write(copy, JSON.stringify(await db.users.toArray()));
}

/** A copy that cannot be written anew must not bring back who is gone from the database. */
export async function copyOrNone(db: KeyringDatabase): Promise<void> {
  await writeCopy(db).catch(() => files.remove(copy));
}

/** One person, if known here. */
export async function keyringUser(site: string, UserId: string): Promise<KeyringUser | undefined> {
  return (await keyringUsers()).find((user) => user.site === site && user.UserId === UserId);
}

export async function withKeyring<T>(use: (db: KeyringDatabase) => Promise<T>): Promise<T> {
  const db = new Dexie('mainstay-keyring', { chromeTransactionDurability: 'strict' }) as KeyringDatabase;
  db.version(1).stores({ users: '[site+UserId]' });
  db.version(2).stores({ erasures: 'DeviceId' });
  db.version(3).stores({ askers: 'DeviceId' });
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

function usersOf(text: string | undefined): KeyringUser[] {
  try {
    const users: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(users) ? (users as KeyringUser[]) : [];
  } catch {
    return [];
  }
}
