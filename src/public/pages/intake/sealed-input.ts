import type { Answers } from '#contract/intake/form.ts';

export type PendingPhoto = { question: string; FileVersionId: string; jpeg: string };
export type PendingSignature = {
  question: string;
  SignedConsentId: string;
  language: 'en' | 'es';
  textHash: string;
  strokes: [number, number][][] | null;
  SignerName: string;
  Relationship: 'parent' | 'guardian' | 'spouse' | 'child' | 'attorney' | 'other' | null;
};
/** What the server does not have yet. */
export type Pending = {
  answers: Answers;
  photos: readonly PendingPhoto[];
  signatures: readonly PendingSignature[];
};
export const nothing: Pending = { answers: {}, photos: [], signatures: [] };

export const isNothing = ({ answers, photos, signatures }: Pending) =>
  Object.keys(answers).length === 0 && photos.length === 0 && signatures.length === 0;

/** Deleted by name when the patient logs out. */
export const inputDatabase = 'mainstay-patient-input';
const store = 'input';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(inputDatabase, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The page may not keep what was typed.'));
  });
}

async function inStore<R>(mode: IDBTransactionMode, use: (all: IDBObjectStore) => IDBRequest<R>): Promise<R> {
  const db = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const request = use(db.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('What was typed could not be kept.'));
    });
  } finally {
    db.close();
  }
}

function keyOf(inputKey: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(inputKey.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

type Sealed = { nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** Keeps it on this phone as ciphertext; the key is the server's, and in memory alone. */
export async function keepInput(IntakeId: string, inputKey: string, pending: Pending): Promise<void> {
  if (isNothing(pending)) {
    await inStore('readwrite', (all) => all.delete(IntakeId));
    return;
  }
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(pending));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(inputKey), text);
  await inStore('readwrite', (all) => all.put({ nonce, sealed } satisfies Sealed, IntakeId));
}

/** What an earlier page could not send; nothing where there is none or another key sealed it. */
export async function keptInput(IntakeId: string, inputKey: string): Promise<Pending> {
  try {
    const kept = await inStore<Sealed | undefined>(
      'readonly',
      (all) => all.get(IntakeId) as IDBRequest<Sealed | undefined>,
    );
    if (!kept) return nothing;
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.nonce }, await keyOf(inputKey), kept.sealed);
    return JSON.parse(new TextDecoder().decode(text)) as Pending;
  } catch {
    return nothing;
  }
}
