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

/** The same, with a way to read again: `LivePart` shows what it is at. */
export function useLiveWithRetry<T>(read: () => Promise<T>, on: readonly unknown[]): LiveWithRetry<T> {
  const [tries, setTries] = useState(0);
  return { ...useLive(read, [...on, tries]), retry: () => setTries(tries + 1) };
}

/** The value of a live read, or undefined while it is loading or when it failed. */
export function useLiveValue<T>(read: () => Promise<T>, on: readonly unknown[]): T | undefined {
  const live = useLive(read, on);
  return live.state === 'ready' ? live.value : undefined;
}
