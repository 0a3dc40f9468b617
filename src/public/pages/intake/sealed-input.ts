import type { Answers } from '#contract/intake/form.ts';
import { inStore } from '../../kit/own-store.ts';
import { mayKeepInput, typedDatabase } from '../../kit/session.ts';

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

/** Deleted by name when the patient logs out (session.ts). */
const kept = { database: typedDatabase, store: 'input' };

function keyOf(inputKey: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(inputKey.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

type Sealed = { nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** Keeps it on this phone as ciphertext; the key is the server's, and in memory alone. */
export async function keepInput(IntakeId: string, inputKey: string, pending: Pending): Promise<void> {
  if (!mayKeepInput()) throw new Error('Nothing is kept on a device of many people.');
  if (isNothing(pending)) {
    await inStore(kept, 'readwrite', (all) => all.delete(IntakeId));
    return;
  }
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(pending));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(inputKey), text);
  await inStore(kept, 'readwrite', (all) => all.put({ nonce, sealed } satisfies Sealed, IntakeId));
}

/** What an earlier page could not send; nothing where there is none or another key sealed it. */
export async function keptInput(IntakeId: string, inputKey: string): Promise<Pending> {
  if (!mayKeepInput()) return nothing;
  try {
    const found = await inStore<Sealed | undefined>(
      kept,
      'readonly',
      (all) => all.get(IntakeId) as IDBRequest<Sealed | undefined>,
    );
    if (!found) return nothing;
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: found.nonce }, await keyOf(inputKey), found.sealed);
    return JSON.parse(new TextDecoder().decode(text)) as Pending;
  } catch {
    return nothing;
  }
}
