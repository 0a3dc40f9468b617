import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { cellText } from '#contract/flowsheet/cell-text.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { sameAsLast } from '#contract/flowsheet/same-as-last.ts';
import type { CptDescription } from '#contract/charges/service.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Flowsheet } from '#local/reads/flowsheet.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useListedKeys, type KeysOfPart } from '#shared/listed-keys.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { CellBar } from './cell-bar.tsx';
import { cellId, FlowsheetRow, type RowActions } from './flowsheet-row.tsx';
import { RefusedCells } from './refused-cells.tsx';
import { useCellEditing, type FlowsheetEditing, type FlowsheetEntry } from './use-flowsheet.ts';
import { useGrid } from './use-grid.ts';
import { useRowWindow } from './use-row-window.ts';
import classes from './flowsheet.module.css';

const AddExercise = lazy(() => import('./add-exercise.tsx').then((file) => ({ default: file.AddExercise })));

/** Minutes and units of a code, as they are recorded. */
export type BlockMinutes = { CPT_Code: string; minutes: number | null; units: number };

const listed: KeysOfPart = {
  part: 'In the flowsheet',
  list: [
    { keys: ['↑', '↓', '←', '→'], label: 'Go between cells' },
    { keys: ['F2'], label: 'Edit the cell' },
    { keys: ['Enter', 'Shift+Enter'], label: 'Go to the next row, or the one before' },
    { keys: ['='], label: 'Same as last visit' },
    { keys: ['+'], label: 'Add an exercise' },
    { keys: ['Alt+↑', 'Alt+↓'], label: 'Move the exercise' },
    { keys: ['Alt+M'], label: 'Go to the minutes of its code' },
    { keys: ['Ctrl+Z'], label: 'Undo in the flowsheet' },
  ],
};

type Props = {
  visit: Visit;
  sheet: Flowsheet;
  entry: FlowsheetEntry;
  codes: readonly CptDescription[];
  /** Of each code with a service. */
  minutes: readonly BlockMinutes[];
  isReadOnly: boolean;
  /** Goes to the minutes of a code among the charges; adds them where there are none. */
  onMinutes: (code: string) => void;
};

/** The exercises of a case with what was done today and before (chart 4). */
export function FlowsheetPanel(props: Props) {
  const { visit, sheet, entry, isReadOnly } = props;
  const editing = useCellEditing(entry);
  useListedKeys(sheet.rows.length > 0 && !isReadOnly ? listed : null);
  const [isAdding, setAdding] = useState(false);
  const wasAdding = useEver(isAdding);
  const grid = useRef<HTMLDivElement>(null);
  const add = () => setAdding(true);
  return (
    <section className={classes.panel} aria-labelledby="flowsheet-title" id="flowsheet">
      <div className={classes.head}>
        <h3 className={classes.title} id="flowsheet-title">
          Flowsheet
        </h3>
        <SavedState {...editing.state} />
        {sheet.rows.length === 0 && isReadOnly && <span className={classes.keys}>No exercises</span>}
        {!isReadOnly && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            Add exercise
          </Button>
        )}
        {sheet.rows.length > 0 && !isReadOnly && (
          <p className={classes.keys} id="flowsheet-keys">
            Type to replace, F2 to edit, = same as last, + to add, Alt with arrows to move
          </p>
        )}
      </div>
      <RefusedCells visit={visit} isReadOnly={isReadOnly} />
      {sheet.rows.length > 0 && <Grid {...props} editing={editing} grid={grid} onAdd={add} />}
      <Suspense>
        {wasAdding && (
          <AddExercise
            visit={visit}
            rows={sheet.rows}
            opened={isAdding}
            onClose={() => setAdding(false)}
            onClosed={() => grid.current?.focus({ preventScroll: true })}
          />
        )}
      </Suspense>
    </section>
  );
}

type GridProps = Props & { editing: FlowsheetEditing; grid: React.RefObject<HTMLDivElement | null>; onAdd: () => void };

function Grid({ visit, sheet, editing, codes, minutes, isReadOnly, onMinutes, grid: element, onAdd }: GridProps) {
  const grid = useGrid({ sheet, editing, isReadOnly, onAdd });
  const { blocks, state, active } = grid;
  const latest = useRef(grid);
  useEffect(() => {
    latest.current = grid;
  });
  const [actions] = useState<RowActions>(() => ({
    type: (text) => latest.current.typeText(text),
    leave: () => latest.current.commit(),
  }));
  const isEditing = state.editing !== null;
  const activeId = idOf(active, state.at);
  const { drawn, look } = useRowWindow({ grid: element, blocks, active: state.at.row });
  useFocusInGrid(element, isEditing, activeId, look);
  const lasts = useMemo(() => lastTexts(sheet), [sheet]);

  function onPointer(event: MouseEvent<HTMLElement>, isTwice: boolean): void {
    const found = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-row]');
    if (!found || event.target instanceof HTMLInputElement) return;
    grid.pick(found.dataset['row'] ?? '', Number(found.dataset['column']));
    if (isTwice && found.dataset['column'] === '0') grid.begin(null);
    else element.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-labelledby="flowsheet-title"
        aria-describedby={isReadOnly ? undefined : 'flowsheet-keys'}
        aria-rowcount={sheet.rows.length + blocks.length + 1}
        aria-colcount={sheet.earlier.length + 2}
        aria-readonly={isReadOnly}
        aria-activedescendant={activeId}
        className={classes.grid}
        style={{ ['--earlier' as string]: sheet.earlier.length }}
        onKeyDown={(event) => {
          if (event.altKey && event.key.toLowerCase() === 'm' && active?.CPT_Code) {
            event.preventDefault();
            onMinutes(active.CPT_Code);
          } else grid.onKeyDown(event);
        }}
        onScroll={look}
        onPaste={grid.onPaste}
        onClick={(event) => onPointer(event, false)}
        onDoubleClick={(event) => onPointer(event, true)}
      >
        <HeadRow start={visit.Start} earlier={sheet.earlier} activeColumn={state.at.row < 0 ? state.at.column : null} />
        {drawn.map(({ block, rows, after }, at) => {
          const above = rowsAbove(blocks, at);
          return (
            <div role="rowgroup" key={block.CPT_Code ?? ''} {...(after > 0 && { style: { paddingBlockEnd: after } })}>
              <BlockHead code={block.CPT_Code} index={above + 1} codes={codes} minutes={minutes} />
              {rows.map(({ row, place, gap }) => (
                <FlowsheetRow
                  key={row.CaseExerciseId}
                  row={row}
                  // Beside the heads of its block and of the blocks and columns above.
                  index={place + at + 3}
                  gap={gap}
                  cell={editing.cells[row.CaseExerciseId]}
                  last={lasts.get(row.CaseExerciseId) ?? ''}
                  earlier={sheet.earlier}
                  activeColumn={row === active ? state.at.column : null}
                  typed={grid.typedText(row.CaseExerciseId)}
                  actions={actions}
                />
              ))}
            </div>
          );
        })}
      </div>
      <CellBar
        visit={visit}
        row={active}
        cell={active && editing.cells[active.CaseExerciseId]}
        column={state.at.row < 0 ? null : state.at.column}
        problem={grid.problem}
        editing={editing}
        isReadOnly={isReadOnly}
        onSameAsLast={sheet.last ? grid.takeColumn : null}
        onMinutes={onMinutes}
      />
    </>
  );
}

/** The keys stay in the grid once a cell is no longer edited, and the cell at the tab stop stays in sight. */
function useFocusInGrid(
  element: GridProps['grid'],
  isEditing: boolean,
  activeId: string,
  onScrolled: () => void,
): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost) element.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [element, isEditing]);
  // Before it is painted: the rows around a cell that was far off are drawn with it.
  useLayoutEffect(() => {
    if (!element.current?.contains(document.activeElement)) return;
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    onScrolled();
  }, [element, activeId, onScrolled]);
}

function idOf(active: CaseExercise | undefined, { column }: { column: number }): string {
  return active ? cellId(active.CaseExerciseId, column) : cellId('head', column);
}

/** How many rows of the grid are above a block, with the heads of blocks and columns. */
function rowsAbove(blocks: readonly { rows: readonly unknown[] }[], at: number): number {
  return blocks.slice(0, at).reduce((sum, { rows }) => sum + rows.length + 1, 1);
}

function lastTexts(sheet: Flowsheet): ReadonlyMap<string, string> {
  const taken = sheet.last ? [sheet.last] : [];
  return new Map(
    sheet.rows.flatMap((row) => {
      const cell = row.StoppedOn === null ? sameAsLast(row, taken) : null;
      return cell ? [[String(row.CaseExerciseId), cellText(cell)] as const] : [];
    }),
  );
}

type HeadProps = {
  start: Visit['Start'];
  earlier: Flowsheet['earlier'];
  /** The column of the tab stop, if it is in this row. */
  activeColumn: number | null;
};

const HeadRow = memo(function HeadRow({ start, earlier, activeColumn }: HeadProps) {
  const columns = [
    { key: 'today', day: start, note: 'this visit' },
    ...earlier.map(({ VisitId, Start, signedAt }) => ({
      key: VisitId as string,
      day: Start,
      note: signedAt === null ? 'not signed' : '',
    })),
  ];
  return (
    <div role="row" className={`${classes.row} ${classes.headRow}`} aria-rowindex={1}>
      <div role="columnheader" className={`${classes.name} ${classes.headCell}`}>
        Exercise
      </div>
      {columns.map(({ key, day, note }, column) => (
        <div
          key={key}
          role="columnheader"
          id={cellId('head', column)}
          data-row="head"
          data-column={column}
          className={[classes.headCell, activeColumn === column && classes.active].filter(Boolean).join(' ')}
        >
          {showDate(day).slice(0, 5)} {note && `(${note})`}
        </div>
      ))}
    </div>
  );
});

type BlockProps = Pick<Props, 'codes' | 'minutes'> & { code: string | null; index: number };

function BlockHead({ code, index, codes, minutes }: BlockProps) {
  const of = minutes.find(({ CPT_Code }) => CPT_Code === code);
  const words = of
    ? `${of.minutes === null ? 'untimed' : `${of.minutes} min`}, ${of.units === 1 ? '1 unit' : `${of.units} units`}`
    : 'no minutes yet';
  return (
    <div role="row" className={classes.blockRow} aria-rowindex={index}>
      <div role="rowheader" className={classes.block}>
        <b>{code ?? 'Not billed'}</b>
        {code && <span>{codes.find(({ CPT_Code }) => CPT_Code === code)?.Description}</span>}
        {code && <span className={classes.dim}>{words}</span>}
      </div>
    </div>
  );
}
