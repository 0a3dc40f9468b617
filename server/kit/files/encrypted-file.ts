import { createCipheriv, createDecipheriv } from 'node:crypto';

const segmentBytes = 65_536;
const tagBytes = 16;

/**
 * A file's content under a key of its own: AES-256-GCM in segments, each with its number and whether it is the last in its
 * nonce, so that none can be cut short, exchanged or left out. `of` ties it to one site and version.
 */
export function encryptFile(content: Uint8Array, key: Uint8Array, of: string): Buffer {
  const parts: Buffer[] = [];
  const count = Math.max(1, Math.ceil(content.length / segmentBytes));
  for (let number = 0; number < count; number += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, number === count - 1)).setAAD(Buffer.from(of));
    const plain = content.subarray(number * segmentBytes, (number + 1) * segmentBytes);
    parts.push(cipher.update(plain), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(parts);
}

/** Undefined where one byte is another, one is missing, or it is the content of something else. */
export function decryptFile(sealed: Buffer, key: Uint8Array, of: string): Buffer<ArrayBuffer> | undefined {
  const parts: Buffer[] = [];
  const size = segmentBytes + tagBytes;
  const count = Math.max(1, Math.ceil(sealed.length / size));
  try {
    for (let number = 0; number < count; number += 1) {
      const segment = sealed.subarray(number * size, (number + 1) * size);
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, number === count - 1), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(of)).setAuthTag(segment.subarray(-tagBytes));
      parts.push(decipher.update(segment.subarray(0, -tagBytes)), decipher.final());
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

/** A key opens one file alone, so a counter never comes twice. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
