import { useEffect, useSyncExternalStore } from 'react';

/** Each of `keys` does it, `Ctrl+C` are both at once. */
export type ListedKey = { keys: readonly string[]; label: string };
/** What the keys do in a part of a screen that has the focus, such as its calendar. */
export type KeysOfPart = { part: string; list: readonly ListedKey[] };

let parts: readonly KeysOfPart[] = [];
const listeners = new Set<() => void>();

function change(next: readonly KeysOfPart[]): void {
  parts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useKeysOfParts(): readonly KeysOfPart[] {
  return useSyncExternalStore(subscribe, () => parts);
}

/** Lists the keys of a part in the shortcut sheet while it is shown; null for none. */
export function useListedKeys(of: KeysOfPart | null): void {
  useEffect(() => {
    if (!of) return undefined;
    change([...parts, of]);
    return () => change(parts.filter((each) => each !== of));
  }, [of]);
}
