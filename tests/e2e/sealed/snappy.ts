/** What stands behind Snappy's compression at an offset; null where something else stands there. */
export function unsnapped(bytes: Buffer, from = 0, most = 64 * 1024 * 1024): Buffer | null {
  const length = varint(bytes, from);
  if (!length || length.value === 0 || length.value > most) return null;
  const out = Buffer.alloc(length.value);
  let at = length.next;
  let done = 0;
  while (done < out.length) {
    const tag = bytes[at];
    if (tag === undefined) return null;
    at += 1;
    if ((tag & 3) === 0) {
      let size = tag >> 2;
      if (size >= 60) {
        const wide = size - 59;
        if (at + wide > bytes.length) return null;
        size = bytes.readUIntLE(at, wide);
        at += wide;
      }
      size += 1;
      if (at + size > bytes.length || done + size > out.length) return null;
      done += bytes.copy(out, done, at, at + size);
      at += size;
      continue;
    }
    const wide = [0, 1, 2, 4][tag & 3] ?? 0;
    if (at + wide > bytes.length) return null;
    const low = bytes.readUIntLE(at, wide);
    at += wide;
    const size = wide === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const back = wide === 1 ? ((tag >> 5) << 8) | low : low;
    if (back === 0 || back > done || done + size > out.length) return null;
    // Byte by byte: what is copied may be what this copy wrote.
    for (let n = 0; n < size; n += 1, done += 1) out[done] = out[done - back] ?? 0;
  }
  return out;
}

/** A whole number of LevelDB and of Snappy: seven bits a byte, the low ones first. */
export function varint(bytes: Buffer, from: number): { value: number; next: number } | null {
  let value = 0;
  for (let n = 0; n < 7; n += 1) {
    const byte = bytes[from + n];
    if (byte === undefined) return null;
    value += (byte & 127) * 2 ** (7 * n);
    if (byte < 128) return { value, next: from + n + 1 };
  }
  return null;
}
