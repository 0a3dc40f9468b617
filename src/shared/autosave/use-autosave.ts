import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSaveUnsaved, watchUnsaved } from '#shared/unsaved.ts';
import type { Autosave } from './autosave.ts';
import { onReopen } from './reopen.ts';

/**
 * Ties an autosave to a screen: restores its draft, saves on leaving and when the page is hidden. Until `isRead` the
 * screen must take no edit: it would stand in the place of one that a draft is about to bring back.
 */
export function useAutosave<Fields extends Record<string, unknown>>(open: () => Autosave<Fields>) {
  const kept = useQuietAutosave(open);
  return { ...kept, edited: useEdited(kept.autosave) };
}

/** What is edited at the moment. */
export function useEdited<Fields extends Record<string, unknown>>(autosave: Autosave<Fields>) {
  return useSyncExternalStore(autosave.subscribe, autosave.snapshot);
}

/** The same for a screen whose parts ask for what is edited: it is not drawn again with every key. */
export function useQuietAutosave<Fields extends Record<string, unknown>>(open: () => Autosave<Fields>) {
  const [autosave] = useState(open);
  const [restored, setRestored] = useState(false);
  const [isRead, setRead] = useState(false);
  useEffect(() => watchUnsaved(autosave.subscribe, () => isUnsaved(autosave)), [autosave]);

  useEffect(() => {
    let here = true;
    const restore = () =>
      autosave
        .restore()
        .then((found) => here && found && setRestored(true))
        .catch(() => undefined);
    void restore().finally(() => here && setRead(true));
    const ignore = onReopen(autosave.draftKey, () => void restore());
    const forget = onSaveUnsaved(() => autosave.keep());
    const leave = () => autosave.flush().catch(() => undefined);
    const hide = () => document.visibilityState === 'hidden' && void leave();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      here = false;
      forget();
      ignore();
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      void leave();
      autosave.close();
    };
  }, [autosave]);

  return { autosave, restored, isRead };
}

function isUnsaved<Fields>(autosave: Autosave<Fields>): boolean {
  const entries = Object.values<{ state: string } | undefined>(autosave.snapshot());
  return entries.some((entry) => entry?.state === 'unsaved' || entry?.state === 'failed');
}
