import { memo, useEffect, useRef } from 'react';
import { cellText } from '#contract/flowsheet/cell-text.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import type { FlowsheetVisit } from '#contract/flowsheet/same-as-last.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import classes from './flowsheet.module.css';

export type RowActions = {
  type: (text: string) => void;
  leave: () => void;
};

type Props = {
  row: CaseExercise;
  /** Where it is among all rows of the grid, with those of the blocks. */
  index: number;
  /** The height of rows above it that are not drawn, in px. */
  gap: number;
  cell: VisitCell | undefined;
  /** What the last signed visit says, shown grey where this one says nothing; it is not data. */
  last: string;
  earlier: readonly FlowsheetVisit[];
  /** The column of the tab stop, if it is in this row. */
  activeColumn: number | null;
  /** What is typed in today's cell; null while it is not edited. */
  typed: string | null;
  actions: RowActions;
};

export const cellId = (row: string, column: number) => `flowsheet-${row}-${column}`;

/** One exercise with today and the visits before it; drawn again only where something of it changed. */
export const FlowsheetRow = memo(function FlowsheetRow(props: Props) {
  const { row, index, gap, earlier, activeColumn } = props;
  const { CaseExerciseId: id, Name, Dose, Precaution, StoppedOn } = row;
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index}
      data-exercise-row={id}
      {...(gap > 0 && { style: { marginBlockStart: gap } })}
    >
      <div role="rowheader" className={classes.name}>
        <span className={StoppedOn === null ? undefined : classes.stopped}>{Name}</span>
        {Dose !== null && <span className={classes.planned}>Plan {Dose}</span>}
        {Precaution !== null && <span className={classes.precaution}>{Precaution}</span>}
        {StoppedOn !== null && <span className={classes.planned}>Stopped</span>}
      </div>
      <TodayCell {...props} />
      {earlier.map((visit, at) => (
        <div
          key={visit.VisitId}
          role="gridcell"
          id={cellId(id, at + 1)}
          data-row={id}
          data-column={at + 1}
          className={[classes.cell, classes.earlier, activeColumn === at + 1 && classes.active]
            .filter(Boolean)
            .join(' ')}
        >
          {visit.Cells[id] ? cellText(visit.Cells[id]) : ''}
        </div>
      ))}
    </div>
  );
});

function TodayCell({ row, cell, last, activeColumn, typed, actions }: Props) {
  const { CaseExerciseId: id, Name } = row;
  const text = cell ? cellText(cell) : '';
  const isWrong = cell?.Unread !== null && cell?.Unread !== undefined;
  const names = [classes.cell, classes.today, activeColumn === 0 && classes.active, isWrong && classes.wrong];
  return (
    <div
      role="gridcell"
      id={cellId(id, 0)}
      data-row={id}
      data-column={0}
      aria-invalid={isWrong || undefined}
      className={names.filter(Boolean).join(' ')}
    >
      {text === '' ? <span className={classes.last}>{last && <LastValue text={last} />}</span> : <span>{text}</span>}
      {isWrong && (
        <span className={classes.mark} aria-hidden>
          !
        </span>
      )}
      {cell && cell.Pain !== null && <span className={classes.more}>pain {cell.Pain}</span>}
      {cell && cell.Comment !== null && <span className={classes.more}>{cell.Comment}</span>}
      {typed !== null && <CellInput name={Name} typed={typed} actions={actions} />}
    </div>
  );
}

function LastValue({ text }: { text: string }) {
  return (
    <>
      <span className="visually-hidden">Not recorded. Last: </span>
      {text}
    </>
  );
}

function CellInput({ name, typed, actions }: { name: string; typed: string; actions: RowActions }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  return (
    <input
      ref={input}
      className={classes.input}
      aria-label={`${name}, today`}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => actions.type(event.currentTarget.value)}
      onBlur={() => actions.leave()}
    />
  );
}
