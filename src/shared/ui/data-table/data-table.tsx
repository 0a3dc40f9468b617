import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { moveByRow } from './next-row.ts';
import classes from './data-table.module.css';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  width?: number | string;
  /** Shown in the totals row. */
  total?: ReactNode;
  /** Left out on a phone. */
  secondary?: boolean;
  /** The title is a button that sorts by the column; null while another column sorts. */
  sort?: { order: 'asc' | 'desc' | null; onSort: () => void };
};

type DataTableProps<Row> = {
  /** What the table lists, for those who listen. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Opens a row: a click anywhere on it, or Enter on its first cell. */
  onOpen?: (row: Row) => void;
  selectedKey?: string | null;
  pinFirst?: boolean;
  /** Shown instead of rows. */
  empty?: ReactNode;
};

/** Dense rows of 36 px; arrows move between openable rows, Enter between inputs of a column (spec 5). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, selectedKey, pinFirst = false, empty } = props;
  if (rows.length === 0 && empty !== undefined) return <div className={classes.scroll}>{empty}</div>;
  const hasTotals = columns.some((column) => column.total !== undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={`${classes.scroll} ${pinFirst ? classes.pinned : ''}`} tabIndex={0} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside, spec 5 */}
      <table className={classes.table} aria-label={label} onKeyDown={moveKeys}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cellClass(column)}
                style={{ width: column.width }}
                aria-sort={column.sort?.order ? sortWords[column.sort.order] : undefined}
              >
                {column.sort ? <SortTitle title={column.title} {...column.sort} /> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={rowClass(onOpen !== undefined, selectedKey === rowKey(row))}
              onClick={onOpen && ((event) => openUnlessControl(event, () => onOpen(row)))}
            >
              {columns.map((column, at) => (
                <td key={column.key} className={cellClass(column)}>
                  {at === 0 && onOpen ? (
                    <button type="button" className={classes.opener} data-opener onClick={() => onOpen(row)}>
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const;

function SortTitle({ title, order, onSort }: { title: string; order: 'asc' | 'desc' | null; onSort: () => void }) {
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={`${classes.sorter} ${order === null ? classes.unsorted : ''}`} onClick={onSort}>
      {title}
      <Arrow size={14} stroke={1.75} aria-hidden />
    </button>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return `${column.align === 'end' ? classes.end : ''} ${column.secondary ? classes.secondary : ''}`.trim();
}

function rowClass(isOpenable: boolean, isSelected: boolean): string {
  return `${isOpenable ? classes.openable : ''} ${isSelected ? classes.selected : ''}`.trim();
}

function openUnlessControl(event: MouseEvent<HTMLTableRowElement>, open: () => void): void {
  const target = event.target;
  if (target instanceof Element && target.closest('button, a, input, select, textarea, label')) return;
  open();
}

function moveKeys(event: KeyboardEvent<HTMLTableElement>): void {
  moveByRow(event);
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const from = event.target;
  if (!(from instanceof HTMLElement) || !from.hasAttribute('data-opener')) return;
  const row = from.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const opener = next?.querySelector<HTMLElement>('[data-opener]');
  if (!opener) return;
  event.preventDefault();
  opener.focus();
}
