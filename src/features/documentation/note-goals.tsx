import { Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { CaseId, NoteId } from '#contract/base/ids.ts';
import { goalName, lastReports, openGoals, type GoalReport } from '#contract/cases/goals-of-case.ts';
import type { Goal } from '#contract/cases/goal.ts';
import { goalStatuses } from '#contract/documentation/cell-values.ts';
import { cellFields, cellKey } from '#contract/documentation/field-keys.ts';
import { careOfNote } from '#local/reads/goals.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { OfferedGoals } from './templates/offered-goals.tsx';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = {
  CaseId: CaseId;
  NoteId: NoteId;
  day: string;
  editing: NoteEditing;
  isReadOnly: boolean;
  /** Adds a goal or a plan of care: their forms are another feature's. */
  actions: ReactNode;
};

const statuses = Object.entries(goalStatuses).map(([value, label]) => ({ value, label }));

/** Where each open goal stands, beside what the last signed note said of it in grey; nothing carries over by itself. */
export function NoteGoals({ CaseId: of, NoteId: id, day, editing, isReadOnly, actions }: Props) {
  const live = useLive(() => careOfNote(of, day), [of, day]);
  const { field } = useJudgment(editing.note);
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the goals" rows={2} />;
  if (live.state === 'failed') return <p className={classes.hint}>The goals of this case could not be loaded.</p>;
  const { goals, reports } = live.value;
  const open = openGoals(goals, reports, id);
  const last = lastReports(reports, id);
  const [theirs = null] = open.slice(0, 1).map(({ GoalId }) => field(cellKey('goal', GoalId, 'Status')));
  return (
    <section id="note-goals" className={classes.section} aria-labelledby="note-goals-name">
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionName} id="note-goals-name">
          Goals
        </h3>
        <span className={classes.goalActions}>{actions}</span>
      </div>
      {open.length > 0 && theirs && <p className={classes.hint}>{theirs}</p>}
      {open.length === 0 && <p className={classes.hint}>No open goals in this case. Add one to report on it here.</p>}
      <ul className={classes.goals}>
        {open.map((goal) => (
          <GoalRow
            key={goal.GoalId}
            goal={goal}
            last={last.get(goal.GoalId)}
            editing={editing}
            isReadOnly={isReadOnly || theirs !== null}
          />
        ))}
      </ul>
      {!isReadOnly && <OfferedGoals CaseId={of} editing={editing} goals={goals} />}
    </section>
  );
}

type RowProps = { goal: Goal; last: GoalReport | undefined; editing: NoteEditing; isReadOnly: boolean };

function GoalRow({ goal, last, editing, isReadOnly }: RowProps) {
  const name = goalName(goal);
  const key = (field: string) => cellKey('goal', goal.GoalId, field);
  const value = (field: string) => (editing.note.Cells[key(field)] ?? null) as string | null;
  const save = () => void editing.flush().catch(() => undefined);
  const states = cellFields.goal.map((field) => editing.state(key(field)));
  const shown = states.find(({ state }) => state !== 'untouched');
  return (
    <li className={classes.goal}>
      <div className={classes.sectionHead}>
        <p className={classes.goalText}>
          <b>{name}</b> {goal.Text}
        </p>
        {shown && <SavedState {...shown} />}
      </div>
      <p className={classes.hint}>
        {last ? lastWords(last) : goal.Baseline ? `Baseline: ${goal.Baseline}` : 'Not reported yet'}
      </p>
      <div className={classes.goalFields}>
        <Select
          label="Status"
          aria-label={`Status of ${name}`}
          disabled={isReadOnly}
          data={statuses}
          value={value('Status')}
          onChange={(next) => {
            editing.change(key('Status'), next);
            save();
          }}
        />
        <TextInput
          label="Current"
          aria-label={`Current level of ${name}`}
          maxLength={200}
          readOnly={isReadOnly}
          {...(last?.Current && { placeholder: last.Current })}
          value={value('Current') ?? ''}
          onChange={(event) => editing.change(key('Current'), event.currentTarget.value || null)}
          onBlur={save}
        />
        <Percent
          name={name}
          value={(editing.note.Cells[key('Percent')] ?? null) as number | null}
          before={last?.Percent ?? null}
          isReadOnly={isReadOnly}
          onChange={(next) => editing.change(key('Percent'), next)}
          onLeave={save}
        />
        <TextInput
          label="Comment"
          aria-label={`Comment on ${name}`}
          maxLength={500}
          readOnly={isReadOnly}
          value={value('Comment') ?? ''}
          onChange={(event) => editing.change(key('Comment'), event.currentTarget.value || null)}
          onBlur={save}
        />
      </div>
    </li>
  );
}

type PercentProps = {
  name: string;
  value: number | null;
  before: number | null;
  isReadOnly: boolean;
  onChange: (value: number | null) => void;
  onLeave: () => void;
};

/** What is no whole number up to 100 stays typed, is told of and is not saved. */
function Percent({ name, value, before, isReadOnly, onChange, onLeave }: PercentProps) {
  const [wrong, setWrong] = useState<string | null>(null);
  // Each key is a change: of 140 the note would keep 14.
  const [held, setHeld] = useState(value);
  return (
    <TextInput
      label="Percent"
      aria-label={`Percent of ${name}`}
      inputMode="numeric"
      maxLength={4}
      readOnly={isReadOnly}
      {...(before !== null && { placeholder: String(before) })}
      value={wrong ?? (value === null ? '' : String(value))}
      error={wrong === null ? null : 'Enter 0 to 100.'}
      onChange={(event) => {
        const typed = event.currentTarget.value.replace('%', '').trim();
        const isNumber = /^\d{1,3}$/.test(typed) && Number(typed) <= 100;
        setWrong(typed === '' || isNumber ? null : typed);
        if (typed === '') onChange(null);
        else onChange(isNumber ? Number(typed) : held);
      }}
      onFocus={() => setHeld(value)}
      onBlur={onLeave}
    />
  );
}

/** `Last: Progressing, 8 stairs, 60 %, 01/05/2026` */
function lastWords({ Status, Current, Percent: percent, on }: GoalReport): string {
  const status = goalStatuses[Status as keyof typeof goalStatuses] ?? '';
  const parts = [status, Current, percent === null ? null : `${percent} %`, showDate(on)];
  return `Last: ${parts.filter(Boolean).join(', ')}`;
}
