import type { Files } from '#local/store/files.ts';
import type { CopyWorker } from './copy.worker.ts';
import { keptThread } from './kept-thread.ts';

/**
 * A page's way to a file that is written at once. A thread of its own: the one of the outbox log stands still while
 * the disk takes what it flushes, and that is when a copy is needed.
 */
export type CopyThread = { write: Files['write']; end(): void };

export function copyThread(start: () => Worker = startWorker): CopyThread {
  const kept = keptThread<CopyWorker>(start);
  return { write: (path, text) => kept.ask((worker) => worker.write(path, text)), end: kept.end };
}

function startWorker(): Worker {
  return new Worker(new URL('./copy.worker.ts', import.meta.url), { type: 'module', name: 'draft-copies' });
}
