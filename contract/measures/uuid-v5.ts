import { sha1 } from './sha1.ts';

/** The UUIDv5 of a name in a namespace (RFC 9562, 5.5): the same name gives the same id everywhere. */
export function uuidV5(namespace: string, name: string): string {
  const space = namespace.replaceAll('-', '').match(/../g) ?? [];
  const text = new TextEncoder().encode(name);
  const bytes = sha1(Uint8Array.from([...space.map((pair) => Number.parseInt(pair, 16)), ...text])).subarray(0, 16);
  bytes[6] = 0x50 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
