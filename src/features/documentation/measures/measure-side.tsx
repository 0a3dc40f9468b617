import { showDate } from '#contract/base/dates.ts';
import type { CaseId, NoteId } from '#contract/base/ids.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { changeSince } from '#contract/measures/change-since.ts';
import type { EvalMeasurement, EvalValue } from '#contract/measures/eval-measurement.ts';
import { responseProblems } from '#contract/measures/eval-response.ts';
import { interpretation } from '#contract/measures/interpretation.ts';
import {
  measureHistory,
  measureTrend,
  type MeasureHistory,
  type PastNote,
} from '#contract/measures/measure-history.ts';
import { normOf, percentOfNorm, type Person } from '#contract/measures/norms.ts';
import { placeName, sideWords } from '#contract/measures/places.ts';
import type { RangeSource } from '#contract/measures/range-source.ts';
import { responseOf } from '#contract/measures/responses.ts';
import { showAmount, showValue } from '#contract/measures/show-value.ts';
import type { NoteEditing } from '../use-note.ts';
import { MeasureInput } from './measure-input.tsx';
import { TrendLine } from '#shared/ui/trend-line/trend-line.tsx';
import classes from './measures.module.css';

/** The note that is written, and all it is read against. */
export type Measuring = {
  CaseId: CaseId;
  NoteId: NoteId;
  NoteDate: string;
  editing: NoteEditing;
  /** As it is by the time something is undone. */
  now: () => NoteEditing;
  /** Signed notes before it, oldest first. */
  signed: readonly PastNote[];
  person: Person;
  source: RangeSource;
  isReadOnly: boolean;
};

type Props = { of: Measuring; measurement: EvalMeasurement; row: CaseEvalMeasurement };

/** One value of a note with what it means: the last one, what changed since the evaluation, and what is normal. */
export function MeasureSide({ of, measurement, row }: Props) {
  const { editing, NoteId, NoteDate, signed } = of;
  const id = row.CaseEvalMeasurementId;
  const name = placeName(measurement, row);
  const { Cells } = editing.note;
  const said = responseOf({ NoteId, Cells }, id);
  const history = measureHistory(signed, id);
  const problems = Object.values(responseProblems(measurement, said, row.Mode));
  const set = (field: string, value: Parameters<NoteEditing['change']>[1]) =>
    editing.change(cellKey('measure', id, field), value);

  function change(value: EvalValue | null): void {
    set('Value', value);
    if (said.From !== null) set('From', null);
  }

  /** As the last time, on record as taken over. */
  function same(): boolean {
    const { last } = history;
    if (!last) return false;
    set('Value', last.value);
    set('From', { NoteId: last.NoteId, at: new Date().toISOString() });
    return true;
  }

  return (
    <div className={row.Side ? classes.side : `${classes.side} ${classes.alone}`}>
      {row.Side && <span className={classes.sideName}>{sideWords[row.Side] === 'left' ? 'Left' : 'Right'}</span>}
      <MeasureInput
        label={name}
        measurement={measurement}
        value={said.Value}
        error={problems.length > 0 ? problems.join(' ') : null}
        isReadOnly={of.isReadOnly || row.deleted_at !== null}
        describedBy={`about-${id}`}
        onChange={change}
        onSame={same}
        onDone={() => void editing.flush().catch(() => undefined)}
      />
      <div id={`about-${id}`} className={classes.about}>
        {factsOf(of, { measurement, value: said.Value, history, isTaken: said.From !== null }).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      <TrendLine name={name} points={measureTrend(measurement, id, signed, { NoteId, NoteDate, Cells })} />
    </div>
  );
}

type Facts = { measurement: EvalMeasurement; value: EvalValue | null; history: MeasureHistory; isTaken: boolean };

/** What there is to say of a value, each in a few words. */
function factsOf({ person, source }: Measuring, { measurement, value, history, isTaken }: Facts): string[] {
  const { last, first } = history;
  const change = first && changeSince(measurement, first.value, value);
  const norm = normOf(measurement, { source, ...person });
  const percent = percentOfNorm(value, norm);
  const since = first?.NoteType === 'eval' ? noteTypeNames.eval.toLowerCase() : first && showDate(first.NoteDate);
  return [
    ...(last ? [`Last ${showValue(measurement, last.value)} on ${showDate(last.NoteDate)}`] : []),
    ...(isTaken ? ['Copied from there'] : []),
    ...(change ? [`Since ${since}: ${lowerFirst(change.sentence)}`] : []),
    ...(norm ? [normWords(measurement, norm, percent)] : []),
    ...[interpretation(measurement, value, person)?.sentence ?? []].flat(),
  ];
}

function normWords({ Unit }: EvalMeasurement, { low, high }: { low: number; high: number }, percent: number | null) {
  const range = low === high ? showAmount(low, Unit) : `${showAmount(low, null)} to ${showAmount(high, Unit)}`;
  return percent === null ? `Normal ${range}` : `${percent}% of ${range}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
