import { ActionIcon, Button, Select } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { exerciseRegions } from '#contract/exercises/exercise.ts';
import { exerciseById, library } from '#contract/exercises/library.ts';
import type { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { showDose } from '#contract/flowsheet/show-dose.ts';
import { fromFlowsheet, newItem } from '#contract/hep/from-flowsheet.ts';
import { homeProgram, mostItems, type HomeProgramItem } from '#contract/hep/home-program.ts';
import { sentenceOf } from '#shared/forms/form-errors.ts';
import { RecordField } from '#shared/forms/record-field.tsx';
import { RecordFormContext, useFormAround } from '#shared/forms/record-form-context.ts';
import { shownFields, type PartValues } from '#shared/forms/record-values.ts';
import { FieldError } from '#shared/ui/field-error/field-error.tsx';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { ExerciseDrawing } from './exercise-drawing.tsx';
import classes from './hep.module.css';

const { fields } = homeProgram.fields.Items.kind;

const asTyped = (item: HomeProgramItem): PartValues =>
  ({ ...shownFields(fields, item), ExerciseId: item.ExerciseId }) as PartValues;
const nameOf = (id: unknown) => exerciseById(String(id))?.Name ?? 'Removed exercise';

/** By name, other name and region: a word more finds the rest. */
const choices = library.map(({ ExerciseId, Name, Aliases, Region }) => ({
  value: String(ExerciseId),
  label: Name,
  text: [Name, ...Aliases, exerciseRegions[Region]].join(' ').toLowerCase(),
}));

/**
 * Buttons at the ends stay in the order of Tab: who moved there by keys would lose their place.
 * The exercises of a program in their order: from the flowsheet in one press, or of the library; moved by keys and by hand.
 */
export function ItemFields({ rows }: { rows: readonly CaseExercise[] }) {
  const { form } = useFormAround();
  const items = form.values['Items'] as PartValues[];
  const has = items.map(({ ExerciseId }) => ({ ExerciseId: String(ExerciseId) as HomeProgramItem['ExerciseId'] }));
  const found = fromFlowsheet(rows, has, exerciseById);
  const problemId = useId();
  const problem = sentenceOf(form.errors, 'Items');
  const [dragged, setDragged] = useState<number | null>(null);

  function add(added: readonly HomeProgramItem[]): void {
    const room = added.slice(0, mostItems - items.length);
    form.setFieldValue('Items', [...items, ...room.map(asTyped)]);
    form.clearFieldError('Items');
    announce(room.length === 1 ? `${nameOf(room[0]?.ExerciseId)} added.` : `${room.length} exercises added.`);
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || from === to) return;
    form.reorderListItem('Items', { from, to });
    announce(`${nameOf(items[from]?.['ExerciseId'])} is now number ${to + 1}.`);
  }

  function remove(at: number): void {
    form.removeListItem('Items', at);
    announce(`${nameOf(items[at]?.['ExerciseId'])} removed.`);
  }

  return (
    <fieldset className={classes.list} aria-describedby={problem ? problemId : undefined}>
      <legend>Exercises</legend>
      {found.items.length > 0 && (
        <Button variant="default" size="xs" onClick={() => add(found.items)}>
          Add all from the flowsheet ({found.items.length})
        </Button>
      )}
      {found.left.length > 0 && (
        <p className={classes.hint}>
          Not in the library, so without text or drawing: {found.left.join(', ')}. Write them in the note below.
        </p>
      )}
      <ol className={classes.items}>
        {items.map((item, at) => (
          <Item
            key={String(item['ExerciseId'])}
            item={item}
            at={at}
            most={items.length}
            isDragged={dragged === at}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null) move(dragged, at);
              setDragged(null);
            }}
            onMove={move}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <FieldError id={problemId}>{problem}</FieldError>
      {items.length < mostItems && (
        <AddOne
          has={new Set(has.map(({ ExerciseId }) => String(ExerciseId)))}
          onAdd={(id) => {
            const exercise = exerciseById(id);
            if (exercise) add([newItem(exercise, exercise.Dose && showDose(exercise.Dose))]);
          }}
        />
      )}
    </fieldset>
  );
}

type ItemProps = {
  item: PartValues;
  at: number;
  most: number;
  isDragged: boolean;
  onDrag: (at: number | null) => void;
  onDrop: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

function Item({ item, at, most, isDragged, onDrag, onDrop, onMove, onRemove }: ItemProps) {
  const { form } = useFormAround();
  const exercise = exerciseById(String(item['ExerciseId']));
  const name = nameOf(item['ExerciseId']);
  function keys(event: KeyboardEvent): void {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(at, at + by);
  }
  return (
    <li
      className={classes.item}
      data-dragged={isDragged || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onKeyDown={keys}
    >
      <div className={classes.head}>
        <span
          className={classes.grip}
          draggable
          onDragStart={() => onDrag(at)}
          onDragEnd={() => onDrag(null)}
          aria-hidden
        >
          <IconGripVertical size={16} stroke={1.5} />
        </span>
        <ExerciseDrawing figure={exercise?.Figure ?? null} size={40} />
        <span className={classes.name}>{name}</span>
        <ActionIcon aria-label={`Move ${name} up`} aria-disabled={at === 0} onClick={() => onMove(at, at - 1)}>
          <IconArrowUp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Move ${name} down`} aria-disabled={at === most - 1} onClick={() => onMove(at, at + 1)}>
          <IconArrowDown size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <RecordFormContext value={{ fields, form, at: `Items.${at}.` }}>
        <div className={classes.fields} role="group" aria-label={name}>
          <div className={classes.amounts}>
            <RecordField of="Dose" placeholder="3x10" />
            <RecordField of="PerDay" />
            <RecordField of="PerWeek" />
          </div>
          <RecordField of="Note" placeholder="For this exercise" />
        </div>
      </RecordFormContext>
    </li>
  );
}

function AddOne({ has, onAdd }: { has: ReadonlySet<string>; onAdd: (id: string) => void }) {
  // Emptied once something was chosen: the next one is looked up at once.
  const [typed, setTyped] = useState('');
  const left = useMemo(() => choices.filter(({ value }) => !has.has(value)), [has]);
  return (
    <Select
      aria-label="Add an exercise"
      placeholder="Add an exercise: name or body region"
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={left}
      filter={({ options, search }) => {
        const words = search.toLowerCase().split(/\s+/).filter(Boolean);
        return options.filter((one) => {
          const text = 'text' in one ? String(one.text) : '';
          return words.every((word) => text.includes(word));
        });
      }}
      limit={40}
      nothingFoundMessage="No exercise matches"
      onChange={(id) => {
        if (id !== null) onAdd(id);
        setTyped('');
      }}
    />
  );
}
