import type { Remote } from 'comlink';
import type { SyncWorker } from '#workers/sync.worker.ts';

let worker: Remote<SyncWorker> | null = null;

/** The shell starts the worker and leaves it here. */
export function setSyncWorker(started: Remote<SyncWorker> | null): void {
  worker = started;
}

/** The running sync worker: `search`, `openChart`, `sync`. Only while somebody is signed in. */
export function syncWorker(): Remote<SyncWorker> {
  if (!worker) throw new Error('The sync worker is started when someone signs in.');
  return worker;
}
