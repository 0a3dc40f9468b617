import { idOf } from '#server/kit/keys/key-list.ts';
import { fixedRing, type KeyRing } from '#server/kit/keys/key-ring.ts';
import type { TextKey } from '#server/kit/keys/text-key.ts';

/** Keys of any length, the current one first. */
export function textRing(first: string, ...former: string[]): KeyRing<TextKey> {
  const of = (secret: string) => ({ id: idOf(secret), secret });
  return fixedRing(of(first), ...former.map(of));
}
