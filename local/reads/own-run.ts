import { Dexie } from 'dexie';

type Run = { subscr?: object; signal?: AbortSignal; requery?: () => void };

const here = (): Run => (Dexie.Promise as { PSD?: Run }).PSD ?? {};

/** How often one read is made again before its failure is shown. */
export type Again = { left: number };
export const someAgain = (): Again => ({ left: 5 });

/**
 * A read that is one run of a live query. Dexie knows by its zone which run a read belongs to, and a promise that is not
 * Dexie's can end in the zone of another run: then it fails with that one, though its own goes on, or what it read is not
 * followed. It is made again then, in a run of its own.
 */
export async function inOwnRun<T>(read: () => Promise<T>, again: Again): Promise<T> {
  const own = here();
  try {
    const value = await read();
    if (here().subscr !== own.subscr) repeat(own, again);
    else again.left = someAgain().left;
    return value;
  } catch (error) {
    const isOfOther = error instanceof Error && error.name === 'AbortError';
    // Its failure would be shown for a moment.
    if (isOfOther && repeat(own, again)) await ended(own.signal);
    throw error;
  }
}

/** Begins another run in place of this one. */
function repeat({ signal, requery }: Run, again: Again): boolean {
  if (!signal || signal.aborted || !requery || again.left === 0) return false;
  again.left -= 1;
  requery();
  return true;
}

async function ended(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === false)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
