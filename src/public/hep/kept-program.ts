import type { OwnItem } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { inStore } from '../kit/own-store.ts';
import { programDatabase } from '../kit/session.ts';

/** What this phone keeps of a program: exercises and what was logged, without a name or a clinic. */
export type KeptProgram = {
  /** An opaque id of whom it is of: another patient on the same phone has their own. */
  subject: string;
  items: OwnItem[];
  notes: string[];
  /** What the server has. */
  logs: LogEntry[];
  /** What it does not have yet. */
  unsent: LogEntry[];
};

const store = { database: programDatabase, store: 'program' };
type Sealed = { nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** A key that no script can read out; made with the first program on this phone. */
async function ownKey(): Promise<CryptoKey> {
  const found = await inStore<CryptoKey | undefined>(
    store,
    'readonly',
    (all) => all.get('key') as IDBRequest<CryptoKey | undefined>,
  );
  if (found) return found;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await inStore(store, 'readwrite', (all) => all.put(made, 'key'));
  return made;
}

async function read(subject: string): Promise<KeptProgram | null> {
  const found = await inStore<Sealed | undefined>(
    store,
    'readonly',
    (all) => all.get(`program ${subject}`) as IDBRequest<Sealed | undefined>,
  );
  if (!found) return null;
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: found.nonce }, await ownKey(), found.sealed);
  return JSON.parse(new TextDecoder().decode(text)) as KeptProgram;
}

/** The program that was shown last; null where this phone has none, or may keep nothing. */
export async function lastProgram(): Promise<KeptProgram | null> {
  try {
    const subject = await inStore<unknown>(store, 'readonly', (all) => all.get('last'));
    return typeof subject === 'string' ? await read(subject) : null;
  } catch {
    return null;
  }
}

/**
 * Changes what is kept for one patient. Resolves once it is on disk; two tabs change it one after the other.
 *
 * @throws where the phone may not keep anything.
 */
export async function changeProgram(
  subject: string,
  change: (was: KeptProgram | null) => KeptProgram,
): Promise<KeptProgram> {
  const run = async (): Promise<KeptProgram> => {
    const next = change(await read(subject).catch(() => null));
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(next));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await ownKey(), text);
    await inStore(store, 'readwrite', (all) => {
      all.put({ nonce, sealed } satisfies Sealed, `program ${subject}`);
      return all.put(subject, 'last');
    });
    return next;
  };
  return 'locks' in navigator ? navigator.locks.request('mainstay-patient-hep', run) : run();
}
