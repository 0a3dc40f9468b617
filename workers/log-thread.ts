import { wrap, type Remote } from 'comlink';
import type { OutboxLog } from '#local/outbox-log.ts';
import type { LogWorker } from './log.worker.ts';

/** A page's way to a flushed second copy; nothing else runs there, so no save waits for a sync. */
export type LogThread = { append: OutboxLog['append']; end(): void };

type Running = { thread: Worker; worker: Remote<LogWorker>; ended: PromiseWithResolvers<never> };

/** No answer for so long: the thread is given up, and the next call gets a new one. */
const longestMs = 2_000;

/** Starts its thread at once, so that the first save need not. Every call ends: with its copy on disk, or with an error. */
export function logThread(site: string, UserId: string, start: () => Worker = startWorker): LogThread {
  let current: Running | null = null;

  function begin(): Running {
    const thread = start();
    const ended = Promise.withResolvers<never>();
    // Nobody may be waiting when it ends.
    ended.promise.catch(() => undefined);
    const running = { thread, worker: wrap<LogWorker>(thread), ended };
    thread.addEventListener('error', () => end(running));
    current = running;
    return running;
  }

  /** Terminating gives back every file it held. */
  function end(running: Running): void {
    if (current === running) current = null;
    running.thread.terminate();
    running.ended.reject(new Error('The thread of the outbox log has ended.'));
  }

  begin();
  return {
    async append(mid, sealedCall) {
      const running = current ?? begin();
      const late = setTimeout(() => end(running), longestMs);
      try {
        await Promise.race([running.worker.append(site, UserId, mid, sealedCall), running.ended.promise]);
      } finally {
        clearTimeout(late);
      }
    },
    end() {
      if (current) end(current);
    },
  };
}

function startWorker(): Worker {
  return new Worker(new URL('./log.worker.ts', import.meta.url), { type: 'module', name: 'outbox-log' });
}
