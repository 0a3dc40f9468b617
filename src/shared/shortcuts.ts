import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type Shortcut = { keys: string; label: string; run: () => void };

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What works on this screen now, the newest first: a screen's own key wins over the shell's. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => shortcuts);
}

export function shortcutFor(keys: string): Shortcut | undefined {
  return shortcuts.find((shortcut) => shortcut.keys === keys);
}

export function isShortcutStart(keys: string): boolean {
  return shortcuts.some((shortcut) => shortcut.keys.startsWith(`${keys} `));
}

/** `useShortcut('n', 'New patient', start)`, `g o` for two keys in turn; off while `isOn` is false. */
export function useShortcut(keys: string, label: string, run: () => void, isOn = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    const shortcut: Shortcut = { keys, label, run: () => latest() };
    change([shortcut, ...shortcuts]);
    return () => change(shortcuts.filter((each) => each !== shortcut));
  }, [keys, label, isOn]);
}
