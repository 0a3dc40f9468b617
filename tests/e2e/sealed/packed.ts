import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { unsnapped, varint } from './snappy.ts';

const tableEnd = Buffer.from('57fb808b247547db', 'hex');
/** How Chromium begins a value of IndexedDB that it compressed. */
const packedValue = Buffer.from('ff1102', 'hex');
const gzip = Buffer.from('1f8b08', 'hex');
/** As the server sends replies to Chromium. */
const zstd = Buffer.from('28b52ffd', 'hex');

/** What a file holds besides its plain bytes: tables of LevelDB, compressed values of IndexedDB, zipped replies. */
export function unpacked(bytes: Buffer): Buffer[] {
  const tables = tableEntries(bytes);
  const values = [bytes, ...tables].flatMap((part) =>
    placesOf(part, packedValue).map((at) => unsnapped(part, at + packedValue.length)),
  );
  const zipped = [
    ...placesOf(bytes, gzip).map((at) => unzipped(() => gunzipSync(bytes.subarray(at), asFarAsItGoes))),
    ...placesOf(bytes, zstd).map((at) => unzipped(() => zstdDecompressSync(bytes.subarray(at)))),
  ];
  return [...tables, ...values, ...zipped].filter((part) => part !== null);
}

function placesOf(bytes: Buffer, what: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(what); at >= 0; at = bytes.indexOf(what, at + 1)) places.push(at);
  return places;
}

/** Other bytes follow it in a cache's file. */
const asFarAsItGoes = { finishFlush: constants.Z_SYNC_FLUSH };

function unzipped(unzip: () => Buffer): Buffer | null {
  try {
    return unzip();
  } catch {
    return null;
  }
}

type Entry = { key: Buffer; value: Buffer };

/** Keys and values of a table (.ldb), whose keys are cut where they begin like the one before. */
function tableEntries(bytes: Buffer): Buffer[] {
  const footer = bytes.length - 48;
  if (footer < 0 || !bytes.subarray(-8).equals(tableEnd)) return [];
  const [, , offset, size] = varints(bytes, footer, 4);
  return entriesOf(blockAt(bytes, offset, size)).map(({ value }) => {
    const [blockOffset, blockSize] = varints(value, 0, 2);
    const entries = entriesOf(blockAt(bytes, blockOffset, blockSize));
    return Buffer.concat(entries.flatMap((entry) => [entry.key, entry.value]));
  });
}

/** A damaged table would hide what it holds: that is a failure. */
function blockAt(bytes: Buffer, offset = 0, size = 0): Buffer {
  const isPacked = bytes[offset + size] === 1;
  const block = isPacked ? unsnapped(bytes.subarray(offset, offset + size)) : bytes.subarray(offset, offset + size);
  if (block === null) throw new Error('A table of LevelDB could not be read.');
  return block;
}

function entriesOf(block: Buffer): Entry[] {
  const entries: Entry[] = [];
  const end = block.length - 4 * (block.readUInt32LE(block.length - 4) + 1);
  let key = Buffer.alloc(0);
  for (let at = 0; at < end;) {
    const [shared = 0, own = 0, size = 0, start = end] = varints(block, at, 3);
    key = Buffer.concat([key.subarray(0, shared), block.subarray(start, start + own)]);
    entries.push({ key, value: block.subarray(start + own, start + own + size) });
    at = start + own + size;
  }
  return entries;
}

/** So many numbers, and behind them where the last one ends. */
function varints(bytes: Buffer, from: number, count: number): number[] {
  const read: number[] = [];
  let at = from;
  for (let n = 0; n < count; n += 1) {
    const one = varint(bytes, at);
    if (!one) throw new Error('A table of LevelDB could not be read.');
    read.push(one.value);
    at = one.next;
  }
  return [...read, at];
}
