import { createHmac } from 'node:crypto';

/** Keys are told apart by it. It follows from the key, so that servers with the same key agree. */
export type Identified = { readonly id: string };

/** One key, or a JSON list of them, the present one first; undefined for anything else. */
export function keysIn(text: string): [unknown, ...unknown[]] | undefined {
  if (!text.startsWith('[')) return [text];
  try {
    const list = JSON.parse(text) as unknown[];
    const [first, ...others] = list;
    return list.length > 0 ? [first, ...others] : undefined;
  } catch {
    return undefined;
  }
}

/** As short as people compare it; says nothing of the key. */
export function idOf(secret: string): string {
  return createHmac('sha256', secret).update('mainstay key id').digest('hex').slice(0, 8);
}
