import { useEffect, useSyncExternalStore } from 'react';

let unsaved = 0;
const listeners = new Set<() => void>();

function tell(by: number): void {
  unsaved += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something typed is not yet on this device's disk: a new version waits for it. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    tell(1);
    return () => tell(-1);
  }, [isUnsaved]);
}

export function hasUnsaved(): boolean {
  return unsaved > 0;
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved);
}
