/** What a tar holds, one entry after the other; the bytes of each are to be read before the next one is asked for. */
export type TarEntry = { path: string; kind: 'file' | 'folder'; size: number; bytes: AsyncIterable<Buffer> };

const block = 512;

/** Reads what PostgreSQL writes: ustar with files and folders. Anything else is an error rather than a guess. */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = byteReader(source);
  for (;;) {
    const header = await reader.exactly(block);
    if (header.every((byte) => byte === 0)) return;
    const { path, type, size } = readHeader(header);
    let left = size;
    async function* bytes(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const some = await reader.some(left);
        left -= some.length;
        yield some;
      }
    }
    if (type === '5') yield { path, kind: 'folder', size: 0, bytes: bytes() };
    else if (type === '0' || type === '\0') yield { path, kind: 'file', size, bytes: bytes() };
    else throw new Error(`The backup holds ${path}, which is neither a file nor a folder.`);
    while (left > 0) left -= (await reader.some(left)).length;
    await reader.exactly((block - (size % block)) % block);
  }
}

function readHeader(header: Buffer): { path: string; type: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0')[0] ?? '';
  const prefix = text(345, 500);
  const path = (prefix === '' ? '' : `${prefix}/`) + text(0, 100);
  const isInside = path !== '' && !path.startsWith('/') && !path.split('/').includes('..');
  if (!isInside || !isSound(header)) throw new Error('The backup is not one that PostgreSQL wrote.');
  return { path, type: header.toString('latin1', 156, 157), size: sizeOf(header.subarray(124, 136)) };
}

/** Octal digits, or binary where a file is larger than these can say. */
function sizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(field.toString('latin1').trim() || '0', 8);
  return field.subarray(4).reduce((value, byte) => value * 256 + byte, 0);
}

function isSound(header: Buffer): boolean {
  const told = Number.parseInt(header.toString('latin1', 148, 156).trim(), 8);
  const sum = header.reduce((value, byte, at) => value + (at >= 148 && at < 156 ? 32 : byte), 0);
  return told === sum;
}

function byteReader(source: AsyncIterable<Buffer>) {
  const from = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function some(most: number): Promise<Buffer> {
    if (held.length === 0) {
      const next = await from.next();
      if (next.done) throw new Error('The backup ends too early.');
      held = next.value;
    }
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  }
  async function exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0;) {
      const part = await some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
  return { some, exactly };
}
