import { useSyncExternalStore } from 'react';
import type { Typed } from '#local/drafts/unsaved-drafts.ts';

let left: readonly Typed[] = [];
const listeners = new Set<() => void>();

/** Told by whoever watches the drafts of this device. */
export function setUnsavedDrafts(found: readonly Typed[]): void {
  left = found;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was typed on this device and never saved, open on no screen. */
export function useUnsavedDrafts(): readonly Typed[] {
  return useSyncExternalStore(subscribe, () => left);
}
