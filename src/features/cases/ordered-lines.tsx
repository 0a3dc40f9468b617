import { ActionIcon } from '@mantine/core';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactNode } from 'react';
import classes from './cases.module.css';

type Props<T> = {
  label: string;
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Names a row for its buttons. */
  nameOf: (row: T) => string;
  onUp: (at: number) => void;
  onRemove: (at: number) => void;
  children: (row: T, at: number) => ReactNode;
};

/** A short list whose order matters: each line can be moved up and taken out. */
export function OrderedLines<T>({ label, rows, rowKey, nameOf, onUp, onRemove, children }: Props<T>) {
  return (
    <ol className={classes.lines} aria-label={label}>
      {rows.map((row, at) => (
        <li key={rowKey(row)} className={classes.line}>
          <span className={classes.place} aria-hidden>
            {at + 1}
          </span>
          {children(row, at)}
          <span className={classes.lineActions}>
            <ActionIcon aria-label={`Move ${nameOf(row)} up`} disabled={at === 0} onClick={() => onUp(at)}>
              <IconArrowUp size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${nameOf(row)}`} onClick={() => onRemove(at)}>
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ol>
  );
}
