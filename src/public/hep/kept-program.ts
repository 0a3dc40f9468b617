import type { OwnItem } from '#contract/hep/endpoints.ts';
import type { LogEntry } from '#contract/hep/home-program-log.ts';
import { dropped, inStore } from '../kit/own-store.ts';
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

const rowOf = (subject: string) => `program ${subject}`;

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
    (all) => all.get(rowOf(subject)) as IDBRequest<Sealed | undefined>,
  );
  if (!found) return null;
  const key = await ownKey();
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: found.nonce }, key, found.sealed);
    return JSON.parse(new TextDecoder().decode(text)) as KeptProgram;
  } catch {
    // Of another key: nothing opens it again.
    return null;
  }
}

/** Two tabs change what is kept one after the other. */
function oneByOne<T>(run: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('mainstay-patient-hep', run) : run();
}

/** What is kept of one patient; null where this phone has nothing of them, or may keep nothing. */
export const keptProgram = (subject: string): Promise<KeptProgram | null> => read(subject).catch(() => null);

type Change = (was: KeptProgram | null) => KeptProgram;

async function changeKept(subject: string, change: Change): Promise<KeptProgram> {
  return oneByOne(async () => {
    const next = change(await read(subject));
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(next));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await ownKey(), text);
    await inStore(store, 'readwrite', (all) => all.put({ nonce, sealed } satisfies Sealed, rowOf(subject)));
    return next;
  });
}

/** What this page knows of programs: what the phone keeps, with what it would not keep on top, in memory alone. */
export class Programs {
  /** By patient, in their order: made again with each change until the phone takes them. */
  readonly #unkept = new Map<string, readonly Change[]>();
  #last: Promise<unknown> = Promise.resolve();

  /** Whether the phone keeps all that was logged on this page. */
  keepsAll(subject: string): boolean {
    return !this.#unkept.has(subject);
  }

  async read(subject: string): Promise<KeptProgram | null> {
    await this.#last;
    const kept = await keptProgram(subject);
    return (this.#unkept.get(subject) ?? []).reduce<KeptProgram | null>((was, change) => change(was), kept);
  }

  /**
   * Changes what is known of one patient, one change after the other. Resolves once it is on disk, or once it is clear
   * that the phone does not keep it; `isFetched` can be had again, and is not tried again.
   */
  change(subject: string, change: Change, { isFetched = false } = {}): Promise<KeptProgram> {
    const run = async (): Promise<KeptProgram> => {
      const before = this.#unkept.get(subject) ?? [];
      const all: Change = (kept) => change(before.reduce<KeptProgram | null>((was, one) => one(was), kept));
      try {
        const next = await changeKept(subject, all);
        this.#unkept.delete(subject);
        return next;
      } catch {
        if (!isFetched) this.#unkept.set(subject, [...before, change]);
        return all(await keptProgram(subject));
      }
    };
    const done = this.#last.then(run);
    this.#last = done;
    return done;
  }
}

const start = rowOf('');

/**
 * Deletes what is kept of a patient, null where nobody is known. What another patient on this phone logged and the
 * server does not have stays sealed until they are back: nobody else may give it up.
 */
export async function forgetPrograms(subject: string | null): Promise<void> {
  const run = async (): Promise<void> => {
    const rows = await inStore(store, 'readonly', (all) => all.getAllKeys());
    const staying: IDBValidKey[] = [];
    for (const row of rows) {
      const of = typeof row === 'string' && row.startsWith(start) ? row.slice(start.length) : subject;
      if (of !== null && of !== subject && ((await keptProgram(of))?.unsent.length ?? 0) > 0) staying.push(row);
    }
    if (staying.length === 0) return dropped(programDatabase);
    for (const row of rows.filter((one) => one !== 'key' && !staying.includes(one)))
      await inStore(store, 'readwrite', (all) => all.delete(row));
  };
  // A phone that keeps nothing has nothing to delete.
  await oneByOne(run).catch(() => undefined);
}
