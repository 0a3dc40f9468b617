import { saysSomething } from '../documentation/cell-values.ts';
import type { VisitNote } from '../documentation/visit-note.ts';
import type { EvalMeasurement, EvalValue } from './eval-measurement.ts';
import { responseOf } from './responses.ts';
import { trendPoints, type TrendPoint } from './trend.ts';

export type PastNote = Pick<VisitNote, 'NoteId' | 'NoteType' | 'NoteDate' | 'signedAt' | 'Cells'>;
/** A value that stands in a signed note. */
export type PastValue = Pick<VisitNote, 'NoteId' | 'NoteType' | 'NoteDate'> & { value: EvalValue };
export type MeasureHistory = {
  /** Of the latest signed note of the case that measured it. */
  last: PastValue | null;
  /** Of the evaluation; of the first note that measured it where the evaluation did not. */
  first: PastValue | null;
};

/** Signed notes of a case before a note, oldest first: what nobody signed is no measurement yet. */
export function signedBefore(
  notes: readonly PastNote[],
  { NoteId, NoteDate }: Pick<VisitNote, 'NoteId' | 'NoteDate'>,
): PastNote[] {
  return notes
    .filter((note) => note.signedAt !== null && note.NoteId !== NoteId && note.NoteDate <= NoteDate)
    .toSorted((a, b) => a.NoteDate.localeCompare(b.NoteDate) || (a.signedAt ?? '').localeCompare(b.signedAt ?? ''));
}

/** What was measured before of one row of a case, in notes as `signedBefore` gives them. */
export function measureHistory(signed: readonly PastNote[], rowId: string): MeasureHistory {
  const values = signed.flatMap((note): PastValue[] => {
    const { NoteId, NoteType, NoteDate } = note;
    const { Value: value } = responseOf(note, rowId);
    return value !== null && saysSomething(value) ? [{ NoteId, NoteType, NoteDate, value }] : [];
  });
  const first = values.find(({ NoteType }) => NoteType === 'eval') ?? values[0] ?? null;
  return { last: values.at(-1) ?? null, first };
}

/** The points of one row of a case over its signed notes, and the note that is written now. */
export function measureTrend(
  measurement: EvalMeasurement,
  rowId: string,
  signed: readonly PastNote[],
  now: Pick<VisitNote, 'NoteId' | 'NoteDate' | 'Cells'>,
): TrendPoint[] {
  const dated = [...signed, now].map((note) => ({ date: note.NoteDate, response: responseOf(note, rowId) }));
  return trendPoints(measurement, dated);
}
