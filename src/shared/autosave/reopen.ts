const openers = new Map<string, () => void>();

/** A form that is on this screen, closed, and is asked for again. Ends by the function it gives. */
export function onReopen(draftKey: string, open: () => void): () => void {
  openers.set(draftKey, open);
  return () => {
    if (openers.get(draftKey) === open) openers.delete(draftKey);
  };
}

/** Opens the form of a draft where its screen is there already; a screen that comes later reads the draft itself. */
export function reopen(draftKey: string): void {
  openers.get(draftKey)?.();
}
