import type { ReactNode } from 'react';
import type { LiveWithRetry } from '../../hooks/use-live.ts';
import { ErrorState } from '../error-state/error-state.tsx';
import { LoadingSkeleton } from '../loading-skeleton/loading-skeleton.tsx';

type Props<T> = {
  of: LiveWithRetry<T>;
  /** What is read, such as `hours`. */
  what: string;
  /** What is said while it is read. */
  label?: string;
  rows?: number;
  /** What is still safe, or what can be done instead. */
  kept?: string;
  children: (value: T) => ReactNode;
};

/** The states of something this device holds: being read, not readable, and what was read. */
export function LivePart<T>({ of, what, label, rows = 6, kept = 'Nothing was changed.', children }: Props<T>) {
  if (of.state === 'ready') return children(of.value);
  if (of.state === 'loading') return <LoadingSkeleton label={label ?? `Loading the ${what}`} rows={rows} />;
  return (
    <ErrorState title={`The ${what} could not be loaded`} onRetry={of.retry}>
      {kept} If it fails again, reload the page.
    </ErrorState>
  );
}
