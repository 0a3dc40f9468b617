import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const leastBytes = 190e6;
const quietMs = 1_000;
const apartMs = 60_000;
/** How often it looks. */
const everyMs = 500;

/** Memory of the process (RSS) in bytes, and ms since what is named. */
export type Held = {
  rss: number;
  /** Requests under way. */
  running: number;
  /** Since a request came or was answered; Infinity where none was since memory was last given back. */
  sinceRequestMs: number;
  sinceGivenMs: number;
};

/**
 * Whether now is the moment. V8 keeps what it once took until it needs still more: after a busy hour a server would hold
 * for good what its busiest second took. Nobody is kept waiting for it, and it is not done twice for nothing.
 */
export function isTimeToGive({ rss, running, sinceRequestMs, sinceGivenMs }: Held): boolean {
  const isQuiet = running === 0 && sinceRequestMs >= quietMs && Number.isFinite(sinceRequestMs);
  return isQuiet && rss >= leastBytes && sinceGivenMs >= apartMs;
}

/** Clock in ms, memory in bytes, and what gives it back. */
export type Means = { now: () => number; rss: () => number; collect: () => void };

/** Gives the system back what requests took and no longer need, in a pause between them, until the server closes. */
export function giveMemoryBack(server: Server, means: Means = ofThisProcess()): void {
  const never = Number.NEGATIVE_INFINITY;
  const last = { request: never, given: never };
  let running = 0;
  const note = (more: 1 | -1) => {
    running += more;
    last.request = means.now();
  };
  server.on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    // Whoever asks each second whether all is well would leave no pause.
    if (!url?.startsWith('/api/')) return;
    note(1);
    // Comes also where whoever asked left without the reply.
    response.once('close', () => note(-1));
  });
  const looking = setInterval(() => {
    const now = means.now();
    const held = { rss: means.rss(), running, sinceRequestMs: now - last.request, sinceGivenMs: now - last.given };
    if (!isTimeToGive(held)) return;
    means.collect();
    last.given = means.now();
    last.request = never;
  }, everyMs).unref();
  server.once('close', () => clearInterval(looking));
}

function ofThisProcess(): Means {
  let collect: (() => void) | undefined;
  return {
    now: () => performance.now(),
    rss: () => process.memoryUsage.rss(),
    collect: () => {
      collect ??= thoroughCollection();
      collect();
    },
  };
}

/** The collection that V8 makes before it gives up for want of memory: the only kind that also returns what it freed. */
function thoroughCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (how: Record<'type' | 'execution' | 'flavor', string>) => void;
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
