import type { SigningKey, SigningKeys } from './tokens.ts';

/**
 * A session keeps its key to its end, so that an old secret of it is known again after the key was rotated. Those
 * exchanged before keys had ids are of the oldest.
 */
export function keyOfSession(
  keys: SigningKeys,
  { keyId, previousHash }: { keyId: string | null; previousHash: string | null },
): SigningKey | undefined {
  if (keyId !== null) return keys.find(keyId);
  return previousHash === null ? keys.current : keys.all.at(-1);
}
