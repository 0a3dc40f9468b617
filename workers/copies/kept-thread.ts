import { wrap, type Remote } from 'comlink';

/** A thread that is started anew when it does not answer. */
export type KeptThread<W> = {
  /** Ends in any case: with an answer, or with an error. */
  ask<R>(work: (worker: Remote<W>) => Promise<R>): Promise<R>;
  end(): void;
};

type Running<W> = { thread: Worker; worker: Remote<W>; ended: PromiseWithResolvers<never> };

/** No answer for so long: the thread is given up, and the next call gets a new one. */
const longestMs = 2_000;

/** Starts its thread at once, so that the first call need not. */
export function keptThread<W>(start: () => Worker): KeptThread<W> {
  let current: Running<W> | null = null;

  function begin(): Running<W> {
    const thread = start();
    const ended = Promise.withResolvers<never>();
    // Nobody may be waiting when it ends.
    ended.promise.catch(() => undefined);
    const running = { thread, worker: wrap<W>(thread), ended };
    thread.addEventListener('error', () => end(running));
    current = running;
    return running;
  }

  /** Terminating gives back every file it held. */
  function end(running: Running<W>): void {
    if (current === running) current = null;
    running.thread.terminate();
    running.ended.reject(new Error('The background worker of this page has ended.'));
  }

  begin();
  return {
    async ask(work) {
      const running = current ?? begin();
      const late = setTimeout(() => end(running), longestMs);
      try {
        return await Promise.race([work(running.worker), running.ended.promise]);
      } finally {
        clearTimeout(late);
      }
    },
    end() {
      if (current) end(current);
    },
  };
}
