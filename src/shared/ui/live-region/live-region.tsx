import { useSyncExternalStore } from 'react';

type Announcement = { text: string; count: number };

let latest: Announcement = { text: '', count: 0 };
const listeners = new Set<() => void>();

/** Says a save, a sync state or a drop to those who listen rather than look. */
export function announce(text: string): void {
  latest = { text, count: latest.count + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once in the shell. The key makes the same sentence twice be read twice. */
export function LiveRegion() {
  const { text, count } = useSyncExternalStore(subscribe, () => latest);
  return (
    <output className="visually-hidden" aria-live="polite">
      <span key={count}>{text}</span>
    </output>
  );
}
