import { useSyncExternalStore } from 'react';

type Announcement = { text: string; count: number };

let latest: Announcement = { text: '', count: 0 };
const listeners = new Set<() => void>();
/** When anything was said last, here or by a toast; ms of the page. */
let saidAt = Number.NEGATIVE_INFINITY;
const lastSaved = { text: '', at: 0, isLast: false };

/** In ms: for so long a sentence stands for the save of what it says too. */
export const besideMs = 3_000;
/** In ms: a press may say what it did right after that was saved. */
export const waitMs = 500;
let pending: ReturnType<typeof setTimeout> | undefined;

/** In ms: who types on is not told the same save again before that. */
export const sameSaveMs = 30_000;

/** Says a sync state, a view or a drop to those who listen rather than look; '' is silence, as at the start. */
export function announce(text: string): void {
  noteSaid();
  if (text === '') {
    clearTimeout(pending);
    saidAt = Number.NEGATIVE_INFINITY;
    lastSaved.text = '';
  }
  latest = { text, count: latest.count + 1 };
  for (const listener of listeners) listener();
}

/** A toast speaks for itself. */
export function noteSaid(): void {
  saidAt = performance.now();
  lastSaved.isLast = false;
}

/** Says that what was typed is saved: once while the typing goes on, and not beside what its press says itself. */
export function announceSaved(text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => tellSaved(text), waitMs);
}

function tellSaved(text: string): void {
  const now = performance.now();
  if (now - saidAt < besideMs && !lastSaved.isLast) return;
  if (text === lastSaved.text && now - lastSaved.at < sameSaveMs) return;
  announce(text);
  Object.assign(lastSaved, { text, at: now, isLast: true });
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
