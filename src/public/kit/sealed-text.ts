import { inStore } from './own-store.ts';
import { typedDatabase, loginNow } from './session.ts';

/** Deleted by name when the patient logs out (session.ts). */
const kept = { database: typedDatabase, store: 'input' };

type Sealed = { nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

function keyOf(inputKey: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(inputKey.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/**
 * Keeps what is typed on this phone as ciphertext; the key is the server's, and in memory alone. Null drops it. Where
 * whoever typed has logged out since (`loginNow`), nothing is kept: their database is deleted.
 */
export async function keepSealed(
  id: string,
  inputKey: string,
  value: object | null,
  login = loginNow(),
): Promise<void> {
  if (login !== loginNow()) return;
  if (value === null) {
    await inStore(kept, 'readwrite', (all) => all.delete(id));
    return;
  }
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(inputKey), text);
  if (login !== loginNow()) return;
  await inStore(kept, 'readwrite', (all) => all.put({ nonce, sealed } satisfies Sealed, id));
}

/** What an earlier page kept; undefined where there is none or another key sealed it. */
export async function keptSealed<T extends object>(id: string, inputKey: string): Promise<T | undefined> {
  try {
    const found = await inStore<Sealed | undefined>(
      kept,
      'readonly',
      (all) => all.get(id) as IDBRequest<Sealed | undefined>,
    );
    if (!found) return undefined;
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: found.nonce }, await keyOf(inputKey), found.sealed);
    return JSON.parse(new TextDecoder().decode(text)) as T;
  } catch {
    return undefined;
  }
}
