import type { OutboxLog } from '#local/outbox/outbox-log.ts';
import { keptThread } from './kept-thread.ts';
import type { LogWorker } from './log.worker.ts';

/** A page's way to a flushed second copy; nothing else runs there, so no save waits for a sync. */
export type LogThread = { append: OutboxLog['append']; end(): void };

export function logThread(site: string, UserId: string, start: () => Worker = startWorker): LogThread {
  const kept = keptThread<LogWorker>(start);
  return {
    append: (mid, sealedCall) => kept.ask((worker) => worker.append(site, UserId, mid, sealedCall)),
    end: kept.end,
  };
}

function startWorker(): Worker {
  return new Worker(new URL('./log.worker.ts', import.meta.url), { type: 'module', name: 'outbox-log' });
}
