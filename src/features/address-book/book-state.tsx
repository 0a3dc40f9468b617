import type { ReactNode } from 'react';
import type { Live } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';

type Props<T> = { live: Live<T>; what: string; worksOffline?: boolean; children: (value: T) => ReactNode };

/** The states of a list that is on this device. */
export function BookState<T>({ live, what, worksOffline = false, children }: Props<T>) {
  const isOnline = useOnline();
  if (live.state === 'loading') return <LoadingSkeleton label={`Loading the ${what}`} rows={8} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title={`The ${what} could not be read`}>
        They are safe on the server. Reload the page to read them again.
      </ErrorState>
    );
  }
  return (
    <>
      {!isOnline && !worksOffline && (
        <p>
          <OfflineNote>You are offline. The list is on this device; changing it needs the network.</OfflineNote>
        </p>
      )}
      {children(live.value)}
    </>
  );
}
