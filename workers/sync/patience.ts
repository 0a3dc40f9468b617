import type { WorkerCall } from './endpoints-of-worker.ts';

/** A server that lives answers a small call long before; a device behind a dead connection waits no longer. */
const shortMs = 15_000;
/** What the server has to gather before the first byte. */
const longMs = 60_000;
const long = new Set<WorkerCall>(['sync.hydrate', 'sync.chart', 'sync.compare', 'sync.repair']);
/** The slowest link that is waited for on the way up, where nothing tells how far a call has come: 32 kbit/s. */
const bytesPerMs = 4;
/** Long enough for one request of calls (3 MB) at 200 kbit/s. */
const longestMs = 120_000;

/** How long a call that sends so many bytes may hear nothing at all, in ms, before it is asked anew. */
export function patienceMs(name: WorkerCall, bytes: number): number {
  return Math.min(longestMs, (long.has(name) ? longMs : shortMs) + bytes / bytesPerMs);
}

/** Aborts once nothing was heard for `ms`: a slow link that still brings something is never given up. */
export function givesUp(ms: number): { signal: AbortSignal; heard(): void; end(): void } {
  const given = new AbortController();
  const giveUp = () => given.abort();
  let timer = setTimeout(giveUp, ms);
  return {
    signal: given.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    },
    end: () => clearTimeout(timer),
  };
}
