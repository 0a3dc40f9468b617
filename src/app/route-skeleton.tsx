import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';

/** Stands while the code of a screen arrives. */
export function RouteSkeleton() {
  return (
    <div style={{ padding: 24 }}>
      <LoadingSkeleton label="Loading the screen" />
    </div>
  );
}
