import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '#contract/audit/entry.ts';
import type { SearchNames } from '#shared/hooks/use-found-names.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { noFilter, nextSort, type AuditFilter } from './audit-filter.ts';
import { ExportButton } from './export-button.tsx';
import { useAuditLog } from './use-audit-log.ts';
import classes from './audit.module.css';

type Props = {
  /** Every name of this device; the route hands it over from the sync worker. */
  search: SearchNames;
};

/** Who did what in this site, newest first; one entry opens beside the list. */
export function AuditScreen({ search }: Props) {
  const isOnline = useOnline();
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const log = useAuditLog(filter);
  const isFiltered = Object.values({ ...filter, sort: undefined, order: undefined }).some((one) => one !== undefined);
  return (
    <>
      <AuditFilters
        filter={filter}
        onChange={setFilter}
        search={search}
        end={
          <>
            {isFiltered && (
              <Button variant="subtle" onClick={() => setFilter(noFilter)}>
                Clear
              </Button>
            )}
            <ExportButton filter={filter} />
          </>
        }
      />
      {!isOnline && (
        <p className={classes.note}>
          <OfflineNote>You are offline. The audit log is on the server.</OfflineNote>
        </p>
      )}
      {log.error !== null && isOnline && (
        <ErrorState title="The audit log could not be loaded" onRetry={log.load}>
          {log.error} Nothing was changed.
        </ErrorState>
      )}
      {log.entries === null && log.error === null && isOnline && (
        <LoadingSkeleton label="Loading the audit log" rows={8} />
      )}
      {log.entries?.length === 0 && <NoEntries isFiltered={isFiltered} onClear={() => setFilter(noFilter)} />}
      {log.entries && log.entries.length > 0 && (
        <>
          <AuditTable
            entries={log.entries}
            filter={filter}
            onSort={(column) => setFilter(nextSort(filter, column))}
            openedId={opened?.id ?? null}
            onOpen={setOpened}
          />
          <div className={classes.more}>
            {log.hasMore ? (
              <Button variant="default" disabled={!isOnline} loading={log.isBusy} onClick={log.more}>
                Show more
              </Button>
            ) : (
              <p className={classes.quiet}>End of list</p>
            )}
          </div>
        </>
      )}
      <AuditDrawer entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState title="No entries yet">The log lists everything people do.</EmptyState>;
  return (
    <EmptyState
      title="No entry matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try another person, patient or period.
    </EmptyState>
  );
}
