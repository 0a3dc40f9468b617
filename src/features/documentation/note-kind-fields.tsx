import { Chip, Group, Select } from '@mantine/core';
import {
  alsoTypes,
  AlsoType,
  mayBeOfVisit,
  NoteType,
  noteTypeNames,
  noteTypes,
} from '#contract/documentation/note-types.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

/** A visit that did not take place has a note of its own kind, and no other visit has; what the note is stays to be seen. */
function kindsFor(visit: Pick<Visit, 'stage'>, present: NoteType) {
  const isHeld = takesPlace(visit);
  const offered = noteTypes.filter((type) => mayBeOfVisit(type) && (type === 'missedVisit') !== isHeld);
  const all = offered.includes(present) ? offered : [...offered, present];
  return all.map((value) => ({ value, label: noteTypeNames[value] }));
}

type Props = { editing: NoteEditing; visit: Pick<Visit, 'stage'>; isReadOnly: boolean };

/** What kind of note a visit has; a daily note may be a report besides. Text of another kind stays in the note. */
export function NoteKindFields({ editing, visit, isReadOnly }: Props) {
  const { NoteType: kind, AlsoTypes } = editing.note;
  const { kind: whyNot } = useJudgment(editing.note);
  // What is chosen already stays to be seen.
  const [theirs = null] = noteTypes.flatMap((type) => whyNot(type) ?? []);
  const save = () => void editing.flush().catch(() => undefined);
  return (
    <div className={classes.kind}>
      <Select
        label="Kind of note"
        data={kindsFor(visit, kind).map((one) => ({
          ...one,
          disabled: one.value !== kind && whyNot(one.value) !== null,
        }))}
        description={theirs && 'Evaluations, progress reports, recertifications and discharge notes are a therapist’s.'}
        value={kind}
        disabled={isReadOnly}
        allowDeselect={false}
        onChange={(value) => {
          const next = NoteType.safeParse(value).data;
          if (!next || next === kind) return;
          editing.change('NoteType', next);
          if (next !== 'daily' && AlsoTypes.length > 0) editing.change('AlsoTypes', []);
          save();
        }}
      />
      {kind === 'daily' && (
        <Chip.Group
          multiple
          value={AlsoTypes}
          onChange={(value) => {
            editing.change('AlsoTypes', AlsoType.array().parse(value));
            save();
          }}
        >
          <Group gap={8} role="group" aria-label="This note is also">
            <span className={classes.alsoName}>Also</span>
            {alsoTypes.map((type) => (
              <Chip key={type} value={type} size="sm" disabled={isReadOnly || whyNot(type) !== null}>
                {noteTypeNames[type]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
    </div>
  );
}
