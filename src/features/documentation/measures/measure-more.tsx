import { Select, TextInput } from '@mantine/core';
import { endFeels } from '#contract/documentation/cell-values.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import { placeName, sideWords } from '#contract/measures/places.ts';
import { responseOf } from '#contract/measures/responses.ts';
import type { Measuring } from './measure-side.tsx';
import classes from './measures.module.css';

const ratings = Array.from({ length: 11 }, (_, rating) => String(rating));

type Props = { of: Measuring; measurement: EvalMeasurement; row: CaseEvalMeasurement };

/** What else a note says of a measure: pain, how the movement ends, why it was not tested, and a comment. */
export function MeasureMore({ of, measurement, row }: Props) {
  const { editing, NoteId } = of;
  const id = row.CaseEvalMeasurementId;
  const said = responseOf({ NoteId, Cells: editing.note.Cells }, id);
  const name = placeName(measurement, row);
  const save = () => void editing.flush().catch(() => undefined);
  const set = (field: string, value: string | number | null) => editing.change(cellKey('measure', id, field), value);
  const isReadOnly = of.isReadOnly || row.deleted_at !== null;
  const line = (field: 'NotTested' | 'Comment', words: string, most: number) => (
    <TextInput
      size="xs"
      label={words}
      aria-label={`${words}, ${name}`}
      maxLength={most}
      readOnly={isReadOnly}
      value={said[field] ?? ''}
      onChange={(event) => set(field, event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={save}
    />
  );
  return (
    <div className={classes.moreSide} role="group" aria-label={`More about ${name}`}>
      {row.Side && <span className={classes.sideName}>{sideWords[row.Side] === 'left' ? 'Left' : 'Right'}</span>}
      <Select
        size="xs"
        label="Pain"
        aria-label={`Pain, ${name}`}
        clearable
        disabled={isReadOnly}
        data={ratings}
        value={said.Pain === null ? null : String(said.Pain)}
        onChange={(next) => {
          set('Pain', next === null ? null : Number(next));
          save();
        }}
      />
      {(row.Mode === 'passive' || said.EndFeel !== null) && (
        <Select
          size="xs"
          label="End feel"
          aria-label={`End feel, ${name}`}
          clearable
          disabled={isReadOnly}
          data={Object.entries(endFeels).map(([value, label]) => ({ value, label }))}
          value={said.EndFeel}
          onChange={(next) => {
            set('EndFeel', next);
            save();
          }}
        />
      )}
      {line('NotTested', 'Reason not tested', 120)}
      {line('Comment', 'Comment', 500)}
    </div>
  );
}
