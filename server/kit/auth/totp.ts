import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
/** How far a clock may be off, in steps either way (RFC 6238, 5.2). */
const drift = 1;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a step (RFC 4226, 5.3; RFC 6238 with SHA-1, which every authenticator app knows). */
export function codeOf(key: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / stepSeconds);
}

/** The step whose code was typed, if it is near now and later than the last one taken: a code counts once. */
export function stepOfCode(
  key: Uint8Array,
  typed: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const code = Buffer.from(typed.replace(/\s/g, ''));
  const near = Array.from({ length: 2 * drift + 1 }, (_each, at) => stepAt(now) - drift + at);
  return near.find((step) => {
    const right = Buffer.from(codeOf(key, step));
    return step > lastStep && code.length === right.length && timingSafeEqual(code, right);
  });
}

/** Bytes as RFC 4648 base32 without padding, as authenticator apps read keys. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
