import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCloudCheck from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUp from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs';
import { useEffect, useRef } from 'react';
import { useUnsavedDrafts } from '#shared/unsaved-drafts.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import classes from './sync-pill.module.css';
import { syncWords } from './sync-words.ts';

const icons: Record<Meaning, typeof IconCloudCheck> = {
  done: IconCloudCheck,
  progress: IconCloudUp,
  past: IconCloudOff,
  needs: IconAlertTriangle,
  danger: IconAlertTriangle,
};

/** The state of everything saved, as one quiet pill; opens the list of waiting and parked changes. */
export function SyncPill({ onOpen }: { onOpen: () => void }) {
  const { text, meaning, explained } = syncWords({ ...useSyncState(), typed: useUnsavedDrafts().length });
  const told = useRef(meaning);
  useEffect(() => {
    // What was saved has said so itself: only what changes for its person is told, not each call that waits and goes.
    if (meaning === 'progress' || meaning === told.current) return;
    told.current = meaning;
    // That there is no network is told by the words beside it (banners.tsx), or by the line of an outage.
    if (meaning !== 'past') announce(text);
  }, [meaning, text]);
  const Glyph = icons[meaning];
  return (
    <button
      type="button"
      className={`${classes.pill} ${classes[meaning]} tabular`}
      onClick={onOpen}
      title={explained}
      data-sync-pill
    >
      <Glyph size={16} stroke={1.75} aria-hidden />
      {text}
    </button>
  );
}
