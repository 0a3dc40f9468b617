/** SHA-1 (FIPS 180-4), only to derive ids: no secret depends on it. Synchronous, which the browser's own is not. */
export function sha1(message: Uint8Array): Uint8Array {
  const hash = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const view = new DataView(padded(message).buffer);
  for (let at = 0; at < view.byteLength; at += 64) addBlock(hash, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  hash.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

/** Whole blocks of 64 bytes that end with the length in bits. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

function addBlock(hash: Uint32Array, view: DataView, start: number): void {
  const words = new Uint32Array(80);
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(start + at * 4);
  for (let at = 16; at < 80; at += 1)
    words[at] = turned(word(at - 3) ^ word(at - 8) ^ word(at - 14) ^ word(at - 16), 1);
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
  for (let at = 0; at < 80; at += 1) {
    const next = (turned(a, 5) + mixed(at, b, c, d) + e + word(at)) | 0;
    [a, b, c, d, e] = [next, a, turned(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((each, index) => (hash[index] = (hash[index] ?? 0) + each));
}

function mixed(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function turned(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
