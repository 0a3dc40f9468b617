import { useSyncExternalStore } from 'react';
import type { SyncState } from '#workers/sync.worker.ts';

const before: SyncState = {
  phase: 'starting',
  online: typeof navigator === 'undefined' || navigator.onLine,
  setupFailed: false,
  connected: false,
  waiting: 0,
  parked: 0,
  lastSyncAt: null,
  calendarChangedAt: null,
  farDaysChangedAt: null,
  resetAt: null,
  leader: false,
  hydrated: { P0: false, P1: false, names: false },
  fetched: { P0: 0, P1: 0, names: 0 },
  compared: null,
  problem: null,
};
let state = before;
const listeners = new Set<() => void>();

/** Called by the shell whenever the sync worker reports; null when nobody is signed in. */
export function setSyncState(next: SyncState | null): void {
  state = next ?? { ...before, online: state.online };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function syncState(): SyncState {
  return state;
}

/** What the sync worker last said: connection, waiting and parked changes. */
export function useSyncState(): SyncState {
  return useSyncExternalStore(subscribe, syncState);
}

/** False while the network is away; what needs the server says so on the control itself. */
export function useOnline(): boolean {
  return useSyncState().online;
}
