import { Button, Checkbox } from '@mantine/core';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useShortcut } from '#shared/shortcuts.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { SettledCount } from '../ui/live-region/settled-count.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import { shownOf, type BookColumn, type BookSort } from './book-order.ts';
import classes from './record-book.module.css';

/** As many lines as are drawn at first, and each time more are asked for. */
const pageSize = 100;

type Props<Row> = {
  /** `Referring providers`. */
  label: string;
  searchLabel: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isInactive: (row: Row) => boolean;
  columns: readonly BookColumn<Row>[];
  /** Those that may be there twice. */
  doubtful?: ReadonlySet<Row>;
  open: string | null;
  onOpen: (id: string) => void;
  /** `New payer`; null for who may not enter one. */
  addLabel: string | null;
  /** What else stands above the list. */
  more?: ReactNode;
  /** What narrows the list besides its search. */
  filters?: ReactNode;
  /** What belongs here. */
  empty: ReactNode;
};

/** One list of records: searched, sorted and drawn by the page, so that thousands stay quick. */
export function BookList<Row>(props: Props<Row>) {
  const {
    label,
    searchLabel,
    rows,
    rowKey,
    isInactive,
    columns,
    doubtful,
    open,
    onOpen,
    addLabel,
    more,
    filters,
    empty,
  } = props;
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<BookSort>({ key: columns[0]?.key ?? '', order: 'asc' });
  const [isDoubtful, setDoubtful] = useState(false);
  const [pages, setPages] = useState(1);
  const words = useDeferredValue(typed);
  const found = useMemo(() => {
    const among = isDoubtful && doubtful?.size ? rows.filter((row) => doubtful.has(row)) : rows;
    return shownOf(among, { columns, words, sort, isInactive });
  }, [rows, columns, words, sort, isInactive, isDoubtful, doubtful]);
  useShortcut('n', addLabel ?? 'New', () => addLabel !== null && onOpen('new'));
  const drawn = found.slice(0, pages * pageSize);
  return (
    <>
      <Toolbar
        label={label}
        end={
          <>
            {more}
            {addLabel !== null && <Button onClick={() => onOpen('new')}>{addLabel}</Button>}
          </>
        }
      >
        <SearchBox
          label={searchLabel}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPages(1);
          }}
          w={300}
        />
        {filters}
        {doubtful && doubtful.size > 0 && (
          <Checkbox
            label={`Possible duplicates (${doubtful.size})`}
            checked={isDoubtful}
            onChange={(event) => setDoubtful(event.currentTarget.checked)}
          />
        )}
        <SettledCount className={classes.count}>
          {found.length === rows.length ? `${rows.length} in all` : `${found.length} of ${rows.length}`}
        </SettledCount>
      </Toolbar>
      <div className={classes.below}>
        <DataTable
          label={label}
          rows={drawn}
          rowKey={rowKey}
          onOpen={(row) => onOpen(rowKey(row))}
          selectedKey={open}
          columns={columns.map((column) => tableColumn(column, sort, setSort))}
          empty={rows.length === 0 ? empty : <NoMatch />}
        />
      </div>
      {drawn.length < found.length && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setPages(pages + 1)}>
            Show {Math.min(pageSize, found.length - drawn.length)} more
          </Button>
        </div>
      )}
    </>
  );
}

function NoMatch() {
  return <EmptyState title="No matches">Try fewer letters or another number.</EmptyState>;
}

function tableColumn<Row>(column: BookColumn<Row>, sort: BookSort, onSort: (sort: BookSort) => void): Column<Row> {
  const { key, title, text, cell = text, secondary = false } = column;
  const order = sort.key === key ? sort.order : null;
  return {
    key,
    title,
    cell,
    secondary,
    sort: { order, onSort: () => onSort({ key, order: order === 'asc' ? 'desc' : 'asc' }) },
  };
}
