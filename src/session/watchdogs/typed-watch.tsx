import { useEffect, useSyncExternalStore } from 'react';
import { onTypingEnded, typingEnds } from '#local/drafts/draft-locks.ts';
import { unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { setUnsavedDrafts } from '#shared/unsaved-drafts.ts';
import { useSyncState } from '#shared/sync-state.ts';

/** Looks for what was typed and never saved. A tab that dies tells nobody, so each sync looks again. */
export function UnsavedWatch() {
  const { lastSyncAt } = useSyncState();
  const ends = useSyncExternalStore(onTypingEnded, typingEnds);
  const found = useLiveValue(unsavedDrafts, [lastSyncAt, ends]);
  useEffect(() => setUnsavedDrafts(found ?? []), [found]);
  useEffect(() => () => setUnsavedDrafts([]), []);
  return null;
}
