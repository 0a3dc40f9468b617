import { useEffect, useEffectEvent, useState } from 'react';
import { useOnline } from '../sync-state.ts';

export type Fetched<T> = {
  /** Null until the server has answered for the first time. */
  value: T | null;
  /** Why the last question was not answered. */
  error: string | null;
  load(): void;
  /** Shows what a change of our own gave back, without asking again. */
  put(value: T): void;
};

/** What only the server knows, asked when the screen opens and when the network is back. */
export function useFetched<T>(fetch: () => Promise<T>): Fetched<T> {
  const isOnline = useOnline();
  const [state, setState] = useState<{ value: T | null; error: string | null }>({ value: null, error: null });
  const load = (): void => {
    fetch().then(
      (value) => setState({ value, error: null }),
      (cause: unknown) =>
        setState((before) => ({
          ...before,
          error: cause instanceof Error ? cause.message : 'The server did not answer.',
        })),
    );
  };
  const begin = useEffectEvent(load);
  useEffect(() => {
    if (isOnline) begin();
  }, [isOnline]);
  return { ...state, load, put: (value) => setState({ value, error: null }) };
}
