import { useRef, useState } from 'react';
import type { cellFields } from '#contract/documentation/field-keys.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { NoteEditing } from '../use-note.ts';
import type { GridCell } from './use-spine-grid.ts';
import classes from './spine.module.css';

export type SpineField = (typeof cellFields)['segment'][number];

type Props = {
  segment: string;
  field: SpineField;
  label: string;
  editing: NoteEditing;
  isReadOnly: boolean;
  cell: GridCell;
};

/** One cell of the spine: a mark, a rating, or a few words. */
export function SpineCell(props: Props) {
  const { segment, field, label, editing, isReadOnly, cell } = props;
  const key = cellKey('segment', segment, field);
  const value = editing.note.Cells[key] ?? null;
  const save = () => void editing.flush().catch(() => undefined);
  if (field === 'Pain') return <PainCell {...props} />;
  if (field === 'Treated')
    return (
      <input
        {...cell}
        type="checkbox"
        aria-label={label}
        disabled={isReadOnly}
        checked={value !== null}
        onChange={(event) => {
          editing.change(key, event.currentTarget.checked ? 'yes' : null);
          save();
        }}
      />
    );
  return (
    <input
      {...cell}
      type="text"
      className={classes.text}
      aria-label={label}
      list={`spine-${field}`}
      maxLength={80}
      readOnly={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => editing.change(key, event.currentTarget.value || null)}
      onBlur={save}
    />
  );
}

/** What is no rating stays typed and is told of, and what was there before stays saved. */
function PainCell({ segment, label, editing, isReadOnly, cell }: Props) {
  const key = cellKey('segment', segment, 'Pain');
  const value = editing.note.Cells[key] ?? null;
  const [wrong, setWrong] = useState<string | null>(null);
  const before = useRef(value);
  const problem = wrong === null ? null : 'Enter 0 to 10.';
  return (
    <>
      <input
        {...cell}
        onFocus={() => {
          before.current = value;
          cell.onFocus();
        }}
        type="text"
        inputMode="numeric"
        className={classes.pain}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${key}-problem`}
        maxLength={3}
        readOnly={isReadOnly}
        value={wrong ?? (value === null ? '' : String(value))}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim();
          const isRating = /^\d{1,2}$/.test(typed) && Number(typed) <= 10;
          setWrong(typed === '' || isRating ? null : typed);
          editing.change(key, isRating ? Number(typed) : typed === '' ? null : before.current);
        }}
        onBlur={() => void editing.flush().catch(() => undefined)}
      />
      {problem && (
        <span className={classes.problem} id={`${key}-problem`} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
