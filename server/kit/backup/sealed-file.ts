import { createCipheriv, createDecipheriv, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress, constants } from 'node:zlib';
import { SealHeader, type RecoveryKey } from './recovery-key.ts';
import { giveToOwner, makeFolder, syncFolder } from './vault-files.ts';

type Bytes = AsyncIterable<Buffer>;

const chunkBytes = 1_048_576;
const tagBytes = 16;
const longestHeader = 1_000;

export const notOpened = 'It does not open: the passphrase is another one, or the file was changed or cut short.';

/** Writes a file that only the passphrase opens: compressed, then sealed. It has its name only once it is whole. */
export async function writeSealed(path: string, name: string, key: RecoveryKey, content: Bytes): Promise<void> {
  await makeFolder(dirname(path));
  const part = `${path}.${randomUUID()}.part`;
  const header = key.newHeader();
  const secret = await key.keyOf(header, name);
  const file = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true });
  const closed = once(file, 'close');
  try {
    await pipeline(
      content,
      // Level 1: a segment that is mostly zeros becomes small at any.
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
      (plain: Bytes) => sealedBytes(plain, secret, Buffer.from(`${JSON.stringify(header)}\n`)),
      file,
    );
    await giveToOwner(part);
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    // Opened a little later, it would be there again.
    await closed.catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** What was written; it ends with an error where one byte of the file is another, or is missing. */
export async function* readSealed(path: string, name: string, key: RecoveryKey): Bytes {
  const raw: Bytes = createReadStream(path, { highWaterMark: chunkBytes });
  const opened = createZstdDecompress();
  const done = pipeline(raw, (sealed: Bytes) => openedBytes(sealed, name, key), opened);
  done.catch(() => undefined);
  try {
    for await (const bytes of opened) yield bytes as Buffer;
  } catch {
    throw new Error(`${path} cannot be read. ${notOpened}`);
  } finally {
    opened.destroy();
  }
  await done;
}

async function* sealedBytes(plain: Bytes, secret: Buffer, header: Buffer): Bytes {
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of inChunks(plain, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

async function* openedBytes(sealed: Bytes, name: string, key: RecoveryKey): Bytes {
  const { header, text, rest } = await readHeader(sealed);
  const secret = await key.keyOf(header, name);
  let number = 0;
  for await (const { bytes, isLast } of inChunks(rest, chunkBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number, isLast), { authTagLength: tagBytes });
    decipher.setAAD(text).setAuthTag(bytes.subarray(-tagBytes));
    yield Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    number += 1;
  }
}

/** Each key seals one file, so a counter never comes twice; the last byte shows a file that was cut short. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Of equal size, except for the last one, which there is always. */
async function* inChunks(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const some of source) {
    parts.push(some);
    held += some.length;
    if (held <= size) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    for (; all.length - at > size; at += size) yield { bytes: all.subarray(at, at + size), isLast: false };
    parts = [all.subarray(at)];
    held = all.length - at;
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}

async function readHeader(sealed: Bytes): Promise<{ header: SealHeader; text: Buffer; rest: Bytes }> {
  const source = sealed[Symbol.asyncIterator]();
  let begun: Buffer = Buffer.alloc(0);
  while (!begun.includes('\n')) {
    const next = await source.next();
    if (next.done || begun.length > longestHeader) throw new Error(notOpened);
    begun = Buffer.concat([begun, next.value]);
  }
  const end = begun.indexOf('\n') + 1;
  const text = begun.subarray(0, end);
  async function* rest(): Bytes {
    yield begun.subarray(end);
    for (;;) {
      const next = await source.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return { header: SealHeader.parse(JSON.parse(text.toString())), text, rest: rest() };
}
