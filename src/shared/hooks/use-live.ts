import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { inOwnRun, someAgain } from '#local/reads/own-run.ts';

export type Live<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; value: T };

const loading = { state: 'loading' } as const;

/** A live read of this device whose failure is shown in its own place instead of taking the screen down. */
export function useLive<T>(read: () => Promise<T>, on: readonly unknown[]): Live<T> {
  const [again] = useState(someAgain);
  return useLiveQuery<Live<T>, Live<T>>(
    async () => {
      try {
        return { state: 'ready', value: await inOwnRun(read, again) };
      } catch (error) {
        return { state: 'failed', error };
      }
    },
    [...on],
    loading,
  );
}

export type LiveWithRetry<T> = Live<T> & { retry: () => void };

/**
 * The same, with a way to read again: `LivePart` shows what it is at. What was read stays where a later read of the same
 * fails: an editor open over it keeps what is typed.
 */
export function useLiveWithRetry<T>(read: () => Promise<T>, on: readonly unknown[]): LiveWithRetry<T> {
  const [tries, setTries] = useState(0);
  const live = useLive(async () => ({ on, value: await read() }), [...on, tries]);
  const [last, setLast] = useState<{ on: readonly unknown[]; value: T } | null>(null);
  const ready = live.state === 'ready' ? live.value : last;
  if (live.state === 'ready' && live.value !== last) setLast(live.value);
  const retry = () => setTries(tries + 1);
  if (live.state === 'ready') return { state: 'ready', value: live.value.value, retry };
  if (live.state === 'failed' && ready && isSame(ready.on, on)) return { state: 'ready', value: ready.value, retry };
  return { ...live, retry };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}

/** The value of a live read, or undefined while it is loading or when it failed. */
export function useLiveValue<T>(read: () => Promise<T>, on: readonly unknown[]): T | undefined {
  const live = useLive(read, on);
  return live.state === 'ready' ? live.value : undefined;
}
