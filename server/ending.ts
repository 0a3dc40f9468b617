import { setTimeout as wait } from 'node:timers/promises';

/** Whatever is open then, the process is gone: a supervisor would kill it, and what is left the next start takes up. */
const longestMs = 4_700;

export type Ending = {
  /** Comes when the process is asked to end. */
  signal: AbortSignal;
  /** Waits for a part that starts. It is stopped at the end, before those that started earlier, also when it is just starting. */
  started<T>(part: Promise<T>, stop: (part: T) => Promise<unknown>): Promise<T>;
  /** Stops what has started, the last one first. */
  end(): Promise<void>;
};

/** The end of this process: on the signals of a terminal or a supervisor, within 5 s. */
export function endOnSignals(tell: (sentence: string) => void): Ending {
  const asked = new AbortController();
  const stops: (() => Promise<unknown>)[] = [];
  let ended: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const failures: unknown[] = [];
    // One that fails keeps none of the others from stopping.
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
  const end = () => (ended ??= stopAll());

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm and the terminal may both pass it on.
      if (asked.signal.aborted) return;
      asked.abort(new Error('Mainstay was asked to end.'));
      setTimeout(() => {
        tell('Mainstay ended before everything was stopped. The next start takes it up.');
        leaveNow(1);
      }, longestMs);
      end().then(
        () => leave(0),
        (error: unknown) => {
          tell(error instanceof Error ? error.message : String(error));
          return leave(1);
        },
      );
    });
  }

  return {
    signal: asked.signal,
    started(part, stop) {
      // One that failed to start has stopped itself.
      stops.push(() => part.then(stop, () => undefined));
      return part;
    },
    end,
  };
}

/** For what a disk is just writing. */
const lastWritesMs = 500;

async function leave(code: number): Promise<void> {
  for (const until = performance.now() + lastWritesMs; waitsForDisk() && performance.now() < until;) await wait(20);
  leaveNow(code);
}

/**
 * `process.exit` waits for calls to a disk, and for one that hangs without end. Another program takes the place of this
 * one then, with the same end, which leaves nothing to wait for.
 */
function leaveNow(code: number): void {
  if (!waitsForDisk()) process.exit(code);
  process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
}

function waitsForDisk(): boolean {
  return process.getActiveResourcesInfo().some((what) => what.startsWith('FSReq') || what === 'FileHandleCloseReq');
}
