import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSaveUnsaved, useUnsaved } from '#shared/unsaved.ts';
import type { Autosave } from './autosave.ts';
import { onReopen } from './reopen.ts';

/**
 * Ties an autosave to a screen: restores its draft, saves on leaving and when the page is hidden. Until `isRead` the
 * screen must take no edit: it would stand in the place of one that a draft is about to bring back.
 */
export function useAutosave<Fields extends Record<string, unknown>>(open: () => Autosave<Fields>) {
  const [autosave] = useState(open);
  const [restored, setRestored] = useState(false);
  const [isRead, setRead] = useState(false);
  const edited = useSyncExternalStore(autosave.subscribe, autosave.snapshot);

  const states = Object.values<{ state: string } | undefined>(edited).map((entry) => entry?.state);
  useUnsaved(states.includes('unsaved') || states.includes('failed'));

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

  return { autosave, edited, restored, isRead };
}
