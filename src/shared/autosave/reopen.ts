import { baseOf } from '#local/drafts/drafts.ts';

const openers = new Map<string, () => void>();
const wanted = new Map<string, string>();

/** A form that is on this screen, closed, and is asked for again. Ends by the function it gives. */
export function onReopen(draftKey: string, open: () => void): () => void {
  openers.set(draftKey, open);
  return () => {
    if (openers.get(draftKey) === open) openers.delete(draftKey);
  };
}

/** Opens the form of a draft where its screen is there already; a screen that comes later reads the draft itself. */
export function reopen(draftKey: string): void {
  const base = baseOf(draftKey);
  wanted.set(base, draftKey);
  openers.get(base)?.();
}

/** Which of several drafts of a form was asked for. */
export function wantedKey(base: string): string | null {
  return wanted.get(base) ?? null;
}

/** The same, once. */
export function takeWanted(base: string): string | null {
  const key = wantedKey(base);
  wanted.delete(base);
  return key;
}
