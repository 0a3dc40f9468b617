import { Select, TextInput } from '@mantine/core';
import type { ElementSpec } from '#contract/documentation/part-specs.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = { id: string; editing: NoteEditing; elements: readonly ElementSpec[]; isReadOnly: boolean };

/** The facts that a note of this kind asks for beside its text. */
export function NoteElements({ id, editing, elements, isReadOnly }: Props) {
  const { field } = useJudgment(editing.note);
  // They are all of one kind of note: what one of them says, holds for each.
  const [theirs = null] = elements.flatMap(({ key }) => field(key) ?? []);
  return (
    <section id={id} className={classes.elements} aria-label="Details">
      {theirs && <p className={classes.hint}>{theirs}</p>}
      {elements.map((spec) => (
        <Element key={spec.key} spec={spec} editing={editing} isReadOnly={isReadOnly || field(spec.key) !== null} />
      ))}
    </section>
  );
}

type ElementProps = { spec: ElementSpec; editing: NoteEditing; isReadOnly: boolean };

function Element({ spec, editing, isReadOnly }: ElementProps) {
  const { key, label, isRequired } = spec;
  const value = editing.note.Elements[key] ?? null;
  const set = (next: string | null) => editing.change(key, next === '' ? null : next);
  const save = () => void editing.flush().catch(() => undefined);
  if (spec.is === 'choice') {
    return (
      <Select
        label={label}
        withAsterisk={isRequired}
        clearable={!isRequired}
        disabled={isReadOnly}
        data={Object.entries(spec.options).map(([option, words]) => ({ value: option, label: words }))}
        value={value}
        onChange={(next) => {
          set(next);
          save();
        }}
      />
    );
  }
  if (spec.is === 'day') {
    return (
      <DateField
        label={label}
        withAsterisk={isRequired}
        disabled={isReadOnly}
        value={value}
        // What is no date yet is kept as it was typed, and asked for when the note is signed.
        onRefused={set}
        onChange={(next) => {
          set(next);
          save();
        }}
      />
    );
  }
  return (
    <TextInput
      label={label}
      withAsterisk={isRequired}
      maxLength={spec.most}
      readOnly={isReadOnly}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
