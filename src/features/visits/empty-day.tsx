import { Button } from '@mantine/core';
import { useSyncState } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';

type EmptyDayProps = { isFiltered: boolean; isToday: boolean; onEverybody: () => void; onToday: () => void };

/** A day without visits: not here yet, because of the filter, or really. */
export function EmptyDay({ isFiltered, isToday, onEverybody, onToday }: EmptyDayProps) {
  const { hydrated, online } = useSyncState();
  if (!hydrated.P0) {
    if (online) return <LoadingSkeleton label="Loading your clinic’s visits" rows={8} />;
    return <EmptyState title="The visits are not on this device yet">They load when you’re back online.</EmptyState>;
  }
  if (isFiltered) {
    return (
      <EmptyState
        title="No visits of these providers on this day"
        action={
          <Button variant="default" onClick={onEverybody}>
            Show everyone
          </Button>
        }
      >
        Other providers may have visits.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No visits on this day"
      action={
        isToday ? undefined : (
          <Button variant="default" onClick={onToday}>
            Back to today
          </Button>
        )
      }
    >
      Visits appear here once they are scheduled, sorted by stage.
    </EmptyState>
  );
}
