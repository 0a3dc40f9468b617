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

/** The same for what tells by itself when it changed: no screen is drawn again for it. Ends by the function it gives. */
export function watchUnsaved(follow: (listener: () => void) => () => void, isUnsaved: () => boolean): () => void {
  let told = 0;
  const look = () => {
    const now = Number(isUnsaved());
    if (now !== told) tell(now - told);
    told = now;
  };
  look();
  const leave = follow(look);
  return () => {
    leave();
    tell(-told);
  };
}

type Saver = () => Promise<boolean>;
const savers = new Set<Saver>();
const patienceMs = 3_000;

/** What puts something typed on this device's disk; true once it is there. Ends by the function it gives. */
export function onSaveUnsaved(saver: Saver): () => void {
  savers.add(saver);
  return () => savers.delete(saver);
}

/** Before the page is locked or reloaded: everything typed goes to disk. False when some of it could not. */
export async function saveUnsaved(): Promise<boolean> {
  const saving = Promise.all([...savers].map((saver) => saver().catch(() => false)));
  const late = new Promise<boolean[]>((resolve) => setTimeout(() => resolve([false]), patienceMs));
  const saved = savers.size === 0 ? [] : await Promise.race([saving, late]);
  return saved.every(Boolean);
}

export function hasUnsaved(): boolean {
  return unsaved > 0;
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved);
}
