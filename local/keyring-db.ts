import { Dexie, type Table } from 'dexie';
import { originFiles, type Files } from './files.ts';

/** A data key wrapped by a password. All text is base64. */
export type WrappedKey = { salt: string; n: string; c: string; iterations: number };

/** One person who has signed in on this machine. No name of a patient, no password, no key in the clear. */
export type KeyringUser = {
  site: string;
  UserId: string;
  Email: string;
  name: string;
  key: WrappedKey;
  /** When the server last confirmed this person, by this machine's clock. */
  provedAt: number;
  /** Keys of earlier passwords, for calls that were sealed with them. */
  older: WrappedKey[];
};

type KeyringDatabase = Dexie & { users: Table<KeyringUser, [string, string]> };

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
    const copied = usersOf(await files.read(copy));
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
    await files.write(copy, JSON.stringify(await db.users.toArray())).catch(() => undefined);
  });
}

async function withKeyring<T>(use: (db: KeyringDatabase) => Promise<T>): Promise<T> {
  const db = new Dexie('mainstay-keyring', { chromeTransactionDurability: 'strict' }) as KeyringDatabase;
  db.version(1).stores({ users: '[site+UserId]' });
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
