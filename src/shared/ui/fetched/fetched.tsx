import type { ReactNode } from 'react';
import type { Fetched } from '../../hooks/use-fetched.ts';
import { useOnline } from '../../sync-state.ts';
import { ErrorState } from '../error-state/error-state.tsx';
import { LoadingSkeleton } from '../loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '../offline-note/offline-note.tsx';

type Props<T> = {
  of: Fetched<T>;
  /** What is fetched, such as `facilities`. */
  what: string;
  rows?: number;
  children: (value: T) => ReactNode;
};

/** The states of something only the server knows: loading, no network, no answer, and what came. */
export function FetchedPart<T>({ of, what, rows = 6, children }: Props<T>) {
  const isOnline = useOnline();
  const { value, error } = of;
  return (
    <>
      {!isOnline && (
        <p>
          <OfflineNote>
            You are offline.{' '}
            {value === null ? `The ${what} come from the server.` : `You must be online to change the ${what}.`}
          </OfflineNote>
        </p>
      )}
      {error !== null && isOnline && (
        <ErrorState title={`The ${what} could not be loaded`} onRetry={of.load}>
          {error} Nothing was changed.
        </ErrorState>
      )}
      {value === null && error === null && isOnline && <LoadingSkeleton label={`Loading the ${what}`} rows={rows} />}
      {value !== null && children(value)}
    </>
  );
}
