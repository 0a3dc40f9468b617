import { readSyncedAt } from '#local/store/synced-at.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';

/** `from a device's copy of 10:42 AM`, and that it was not whole yet, if it was not. */
export function useAsOf(): string {
  const at = useLiveValue(readSyncedAt, []) ?? null;
  const { hydrated } = useSyncState();
  const time = at === null ? 'an unknown time' : showMoment(new Date(at));
  return `from a device's copy of ${time}${hydrated.P0 ? '' : ', not complete yet'}`;
}
