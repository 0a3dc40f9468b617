import type { AuditEntry } from '#contract/audit/entry.ts';
import { actionName, deed, fieldName, noPerson } from '#contract/audit/entry-words.ts';
import { useWebsite } from '#shared/session.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { orderOf, type AuditFilter, type SortColumn } from './audit-filter.ts';
import { showInstant } from './show-instant.ts';
import classes from './audit.module.css';

type Props = {
  entries: AuditEntry[];
  filter: AuditFilter;
  onSort: (column: SortColumn) => void;
  openedId: string | null;
  onOpen: (entry: AuditEntry) => void;
};

/** One line says who did what; the fields that changed stand beside it without their values. */
export function AuditTable({ entries, filter, onSort, openedId, onOpen }: Props) {
  const { TimeZone } = useWebsite();
  const sort = (column: SortColumn) => ({
    order: (filter.sort ?? 'at') === column ? orderOf(filter) : null,
    onSort: () => onSort(column),
  });
  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      title: 'When',
      cell: ({ at }) => <span className={classes.when}>{showInstant(at, TimeZone)}</span>,
      sort: sort('at'),
    },
    {
      key: 'person',
      title: 'Who',
      cell: ({ person }) => <span className={classes.who}>{person ?? noPerson}</span>,
      sort: sort('person'),
    },
    { key: 'what', title: 'What', cell: (entry) => <What entry={entry} /> },
    {
      key: 'action',
      title: 'Action',
      cell: ({ action }) => actionName(action),
      width: 190,
      secondary: true,
      sort: sort('action'),
    },
    { key: 'device', title: 'Device', cell: ({ device }) => device ?? '-', width: 180, secondary: true },
  ];
  return (
    <DataTable
      label="Audit log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      selectedKey={openedId}
    />
  );
}

const mostFields = 4;

function What({ entry }: { entry: AuditEntry }) {
  const { fields, offline } = entry;
  const more = fields.length > mostFields ? ` and ${fields.length - mostFields} more` : '';
  return (
    <span className={classes.what}>
      <span>
        {deed(entry)}
        {fields.length > 0 && (
          <span className={classes.quiet}>{`: ${fields.slice(0, mostFields).map(fieldName).join(', ')}${more}`}</span>
        )}
      </span>
      {offline === true && (
        <MeaningBadge meaning="past" quiet>
          Offline
        </MeaningBadge>
      )}
    </span>
  );
}
