import { randomBytes } from 'node:crypto';
import { idOf, type Identified } from './key-list.ts';

/** A secret that is used as it is. */
export type TextKey = Identified & { secret: string };

export function newTextKey(): string {
  return randomBytes(32).toString('base64url');
}

export function readTextKey(item: unknown): TextKey {
  if (typeof item !== 'string' || item.length < 32) throw new Error('Each key must have at least 32 characters.');
  return { id: idOf(item), secret: item };
}
