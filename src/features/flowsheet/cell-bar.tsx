import { Button, Select, TextInput } from '@mantine/core';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { emptyCell } from '#contract/flowsheet/cell-text.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import type { FlowsheetEditing } from './use-flowsheet.ts';
import classes from './flowsheet.module.css';

const EditExercise = lazy(() => import('./edit-exercise.tsx').then((file) => ({ default: file.EditExercise })));

type Props = {
  visit: Visit;
  row: CaseExercise | undefined;
  cell: VisitCell | undefined;
  /** Null on the column heads. */
  column: number | null;
  problem: string | null;
  editing: FlowsheetEditing;
  isReadOnly: boolean;
  /** Null where no visit before this one is signed. */
  onSameAsLast: (() => void) | null;
  onMinutes: (code: string) => void;
};

const pains = Array.from({ length: 11 }, (_, at) => String(at));

/** What else is said of the cell at the tab stop, and what is wrong with it. */
export function CellBar(props: Props) {
  const { visit, row, cell, column, problem, editing, isReadOnly, onSameAsLast, onMinutes } = props;
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  const read = cell && cell.Unread !== null ? parseDose(cell.Unread) : null;
  const wrong = problem ?? (read?.kind === 'problem' ? read.problem : null);
  const isToday = column === 0 && row !== undefined && !isReadOnly;

  function set(changed: Partial<VisitCell>): void {
    if (row) editing.change([{ CaseExerciseId: row.CaseExerciseId, Cell: { ...(cell ?? emptyCell), ...changed } }]);
  }

  const latest = useRef({ set, editing });
  useEffect(() => {
    latest.current = { set, editing };
  });
  const onSet = useCallback((changed: Partial<VisitCell>) => latest.current.set(changed), []);
  const onLeave = useCallback(() => void latest.current.editing.flush().catch(() => undefined), []);

  return (
    <div className={classes.bar} role="group" aria-label={row ? `${row.Name}, this visit` : 'Flowsheet'}>
      {row && <span className={classes.barName}>{row.Name}</span>}
      {wrong && (
        <span className={classes.problem} role="alert">
          {wrong}
        </span>
      )}
      {isToday && (
        <CellFields
          name={row.Name}
          pain={cell?.Pain ?? null}
          comment={cell?.Comment ?? null}
          onSet={onSet}
          onLeave={onLeave}
        />
      )}
      {row && !isReadOnly && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          Edit exercise
        </Button>
      )}
      {row?.CPT_Code && !isReadOnly && (
        <Button size="compact-xs" variant="default" onClick={() => onMinutes(row.CPT_Code ?? '')}>
          Minutes of {row.CPT_Code}
        </Button>
      )}
      {!isReadOnly && onSameAsLast && (
        <Button size="compact-xs" variant="default" onClick={onSameAsLast}>
          All same as last
        </Button>
      )}
      <Suspense>
        {wasOpen && <EditExercise visit={visit} row={isOpen ? row : undefined} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

type FieldsProps = {
  name: string;
  pain: number | null;
  comment: string | null;
  onSet: (changed: Partial<VisitCell>) => void;
  onLeave: () => void;
};

/** Not drawn again with every key of the dose. */
const CellFields = memo(function CellFields({ name, pain, comment, onSet, onLeave }: FieldsProps) {
  return (
    <>
      <Select
        size="xs"
        w={92}
        aria-label={`Pain, ${name}`}
        placeholder="Pain"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear pain' }}
        data={pains}
        value={pain === null ? null : String(pain)}
        onChange={(value) => onSet({ Pain: value === null ? null : Number(value) })}
      />
      <TextInput
        size="xs"
        miw={180}
        aria-label={`Comment, ${name}`}
        placeholder="Comment"
        maxLength={500}
        value={comment ?? ''}
        onChange={(event) => onSet({ Comment: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        onBlur={onLeave}
      />
    </>
  );
});
