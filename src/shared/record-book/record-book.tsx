import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { EntityName } from '#contract/entities.ts';
import type { AnyRecord, RowOfRecord } from '#contract/record/record.ts';
import { readAll } from '#local/reads/reads.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import type { RecordForm } from '#shared/forms/record-form.tsx';
import { useOpenRecord } from '#shared/forms/use-open-record.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { BookList } from './book-list.tsx';
import type { BookColumn } from './book-order.ts';
import classes from './record-book.module.css';

export type ScreenProps = {
  /** The entry of the address, `new`, or null for the list alone. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

/** One entry in its drawer, with the others of its list and those it may be the same as. */
export type Entry<Row> = {
  row: Row;
  others: readonly Row[];
  likely: readonly Row[];
  isDirty: boolean;
  leaveFor: (go: () => void) => void;
  /** It was merged: the one that took its place opens as soon as this device knows. */
  onMerged: () => void;
};

type Props<R extends AnyRecord, Known> = ScreenProps & {
  form: RecordForm<R, Known>;
  at: string;
  /** `Payers`. */
  label: string;
  searchLabel: string;
  nameOf: (row: RowOfRecord<R>) => string;
  /** Those after the name. */
  columns: readonly BookColumn<RowOfRecord<R>>[];
  empty: ReactNode;
  /** Whether one may be changed, or a new one (null) be added. */
  mayChange?: boolean | ((row: RowOfRecord<R> | null) => boolean);
  /** Those that are shown; all unless told. */
  isShown?: (row: RowOfRecord<R>) => boolean;
  /** Nothing can be saved now, such as without the network: what is typed stays, and nothing new is begun. */
  isHeld?: boolean;
  /** What else stands above the list. */
  more?: ReactNode;
  /** What narrows the list besides its search. */
  filters?: ReactNode;
  /** Rows that come with the app, beside those of the device; nobody changes them. */
  builtIn?: readonly RowOfRecord<R>[];
  /** Each entry that may be there twice, with those it is like. */
  duplicatesIn?: (rows: readonly RowOfRecord<R>[]) => Map<RowOfRecord<R>, RowOfRecord<R>[]>;
  below?: (entry: Entry<RowOfRecord<R>>) => ReactNode;
};

/** A list of records with the form of its entries; both work offline. */
export function RecordBook<R extends AnyRecord, Known>(props: Props<R, Known>) {
  const { label, form } = props;
  const live = useLive(() => readAll(form.of.entity as EntityName), [form]);
  if (live.state === 'loading') return <LoadingSkeleton label={`Loading the ${label.toLowerCase()}`} rows={8} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title={`The ${label.toLowerCase()} could not be loaded`}>
        They are safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  return <Book {...props} own={live.value as RowOfRecord<R>[]} />;
}

const fieldOf = (row: object, name: string) => (row as Record<string, unknown>)[name];
const everyRow = () => true;
const noDuplicates = <Row,>() => new Map<Row, Row[]>();

function Book<R extends AnyRecord, Known>(props: Props<R, Known> & { own: readonly RowOfRecord<R>[] }) {
  const { form, at, label, searchLabel, nameOf, columns, empty, mayChange = true, own, open, onOpen } = props;
  const { duplicatesIn = noDuplicates, isShown = everyRow, isHeld = false, more, filters, builtIn, below } = props;
  const all = useMemo(() => (builtIn ? [...own, ...builtIn] : own), [own, builtIn]);
  const { of } = form;
  const keyOf = (row: RowOfRecord<R>) => String(fieldOf(row, of.key));
  const may = (row: RowOfRecord<R> | null) => (typeof mayChange === 'boolean' ? mayChange : mayChange(row));
  const rows = useMemo(() => all.filter((row) => !fieldOf(row, 'MergedIntoId') && isShown(row)), [all, isShown]);
  const duplicates = useMemo(() => duplicatesIn(rows), [duplicatesIn, rows]);
  const doubtful = useMemo(() => new Set(duplicates.keys()), [duplicates]);
  const [merged, setMerged] = useState<string | null>(null);
  // An address leads to its entry, whatever the filters leave out.
  const about = useOpenRecord(open === 'new' && !may(null) ? null : open, filters ? all : rows, keyOf);

  // An address of before, and one that was merged just now, lead to the entry that took its place.
  const opened = all.find((row) => keyOf(row) === open);
  const successor = opened && (about === null || merged === open) ? fieldOf(opened, 'MergedIntoId') : null;
  useEffect(() => {
    if (typeof successor === 'string') onOpen(successor);
  }, [successor, onOpen]);

  const shown = (row: RowOfRecord<R>) => `${nameOf(row)}${fieldOf(row, 'Inactive') ? ', inactive' : ''}`;
  const name: BookColumn<RowOfRecord<R>> = {
    key: 'name',
    title: 'Name',
    text: shown,
    cell: (row) => <span className={fieldOf(row, 'Inactive') ? classes.past : ''}>{shown(row)}</span>,
  };
  return (
    <>
      <BookList
        label={label}
        searchLabel={searchLabel}
        rows={rows}
        rowKey={keyOf}
        isInactive={(row) => fieldOf(row, 'Inactive') === true}
        columns={[name, ...columns]}
        doubtful={doubtful}
        open={open}
        onOpen={onOpen}
        addLabel={may(null) && !isHeld ? `New ${of.noun}` : null}
        more={more}
        filters={filters}
        empty={empty}
      />
      <RecordDrawer
        form={form}
        at={at}
        about={about}
        title={about?.of ? nameOf(about.of) : undefined}
        mayChange={may(about?.of ?? null) && !isHeld}
        onReopen={(left) => onOpen(left.of ? keyOf(left.of) : 'new')}
        onOpen={onOpen}
        onClose={() => onOpen(null)}
        below={(of) =>
          about?.of &&
          below?.({
            ...of,
            row: about.of,
            others: rows.filter((row) => keyOf(row) !== open),
            likely: (opened && duplicates.get(opened)) ?? [],
            onMerged: () => setMerged(open),
          })
        }
      />
    </>
  );
}
