import { aloneEntities, bundleTables } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { homeOf } from './kept-proof.ts';
import { keyringUser } from './keyring-db.ts';

/** What of a sealed record is in clear on disk (db.ts): ids, versions, days and the state of a call. */
const clearParts = new Set(
  'key version day PatientId marks page mid id device state keptAt schemaVersion turn n c outcome'.split(' '),
);
const sealedKept = ['setup', 'mirrorKey'];
/** Of each table the first and the last records: what an app writes from now on comes behind what was there. */
const each = 2;

/**
 * Whether this device keeps what it keeps sealed, as far as a look at its disk tells: the person's key is there wrapped,
 * and of a few records of every table nothing can be read that should not.
 */
export async function keepsSealed({ site, UserId, mirror, outbox }: Device): Promise<boolean> {
  const home = await homeOf(site, UserId);
  const user = await keyringUser(home.site, home.UserId);
  if (!user?.key && !user?.deviceKey && !user?.serverKey) return false;
  const tables = [
    ...[...aloneEntities, ...bundleTables, 'namePages'].map((name) => mirror.table(name)),
    outbox.calls,
    outbox.drafts,
  ];
  for (const table of tables) {
    const sample = await Promise.all([
      table.orderBy(':id').limit(each).toArray(),
      table.orderBy(':id').reverse().limit(each).toArray(),
    ]);
    if (!sample.flat().every(isSealedRecord)) return false;
  }
  const kept = await mirror.kv.bulkGet(sealedKept);
  return kept.every((one) => !one || (one.value === undefined && isCipher(one.sealed)));
}

function isSealedRecord(record: object): boolean {
  if (!Object.keys(record).every((part) => clearParts.has(part)) || !isCipher(record)) return false;
  return !('outcome' in record) || record.outcome === undefined || isCipher(record.outcome);
}

function isCipher(value: unknown): boolean {
  const { n, c } = (value ?? {}) as { n?: unknown; c?: unknown };
  if (!ArrayBuffer.isView(n) || n.byteLength !== 12) return false;
  return Object.prototype.toString.call(c) === '[object ArrayBuffer]' && !isText(c as ArrayBuffer);
}

/** Cipher text of this length is next to never text by chance; a shorter one may be. */
const tellingBytes = 48;

function isText(bytes: ArrayBuffer): boolean {
  if (bytes.byteLength < tellingBytes) return false;
  try {
    // The cut may go through a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(0, tellingBytes), { stream: true });
    return true;
  } catch {
    return false;
  }
}
