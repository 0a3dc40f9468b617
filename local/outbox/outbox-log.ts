import { fromBase64, toBase64 } from '../store/base64.ts';
import type { StoredCall } from '../store/db.ts';
import { originFiles, type Files } from '../store/files.ts';
import { sealContext, tryOpen, type Sealed } from '../keys/seal.ts';

/** A second copy of every waiting call outside IndexedDB: one small sealed file each. */
export type OutboxLog = {
  /** Resolves when the file is on disk. */
  append(mid: number, sealedCall: string): Promise<void>;
  remove(mid: number): Promise<void>;
  /** Every file's text. */
  readAll(): Promise<string[]>;
};

export function logFolder(site: string, UserId: string): string {
  return `outbox/${site}/${UserId}`;
}

export function logFileName(mid: number): string {
  return `${mid}.call`;
}

/** The log written through whole-file replacement; workers have one that also flushes. */
export function filesLog(site: string, UserId: string, files: Files = originFiles()): OutboxLog {
  const folder = logFolder(site, UserId);
  return {
    append: (mid, sealedCall) => files.write(`${folder}/${logFileName(mid)}`, sealedCall),
    remove: (mid) => files.remove(`${folder}/${logFileName(mid)}`),
    async readAll() {
      const names = await files.list(folder);
      const texts = await Promise.all(names.map((name) => files.read(`${folder}/${name}`)));
      return texts.filter((text) => text !== undefined);
    },
  };
}

/** For a page: appending goes through a worker, which alone can flush a file to disk. */
export function logThrough(site: string, UserId: string, append: OutboxLog['append']): OutboxLog {
  return { ...filesLog(site, UserId), append };
}

export function callPlace(call: Pick<StoredCall, 'device' | 'id' | 'schemaVersion'>): string {
  return sealContext('outbox', `${call.device}/${call.id}`, call.schemaVersion);
}

export function logText(call: StoredCall): string {
  const { mid, id, device, schemaVersion, n, c } = call;
  return JSON.stringify({ mid, id, device, schemaVersion, n: toBase64(n), c: toBase64(new Uint8Array(c)) });
}

/** Undefined for a file that was cut short. A call of another key is kept as it is, still sealed. */
export function callOfLog(text: string): StoredCall | undefined {
  try {
    const { mid, id, device, schemaVersion, n, c } = JSON.parse(text) as Record<string, unknown>;
    if (typeof mid !== 'number' || typeof id !== 'string' || typeof device !== 'string') return undefined;
    if (typeof schemaVersion !== 'number' || typeof n !== 'string' || typeof c !== 'string') return undefined;
    return { mid, id, device, schemaVersion, state: 'waiting', n: fromBase64(n), c: fromBase64(c).buffer };
  } catch {
    return undefined;
  }
}

export function openCall<T>(dataKey: CryptoKey, call: StoredCall): Promise<T | undefined> {
  return tryOpen<T>(dataKey, callPlace(call), call as Sealed);
}
