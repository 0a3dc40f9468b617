import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useEver } from '#shared/hooks/use-ever.ts';

const AlertLayer = lazy(() => import('./alert-layer.tsx').then((file) => ({ default: file.AlertLayer })));

let sentence: string | null = null;
const listeners = new Set<() => void>();

function change(next: string | null): void {
  sentence = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One sentence that must be read before anything else goes on (spec 8, 'shows an alert'). */
export function showAlert(text: string): void {
  change(text);
}

/** Once in the app. */
export function AlertDialog() {
  const shown = useSyncExternalStore(subscribe, () => sentence);
  const hasBeen = useEver(shown !== null);
  return <Suspense>{hasBeen && <AlertLayer sentence={shown} onClose={() => change(null)} />}</Suspense>;
}
