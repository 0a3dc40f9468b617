import { showDate } from '../base/dates.ts';
import type { NoteTable } from '../documentation/document/document-blocks.ts';
import type { VisitNote } from '../documentation/visit-note.ts';
import { showAmount } from '../measures/show-value.ts';
import type { OutcomeMeasure } from './outcome-measure.ts';
import type { OutcomeResponse } from './outcome-response.ts';
import { lastScores, scoresOfNote } from './responses.ts';

/** What follows a score that the patient gave without staff. */
export function enteredWords({ EnteredBy }: Pick<OutcomeResponse, 'EnteredBy'>): string {
  return EnteredBy === 'patient' ? ', answered by the patient' : '';
}

export type OutcomeMeasureOf = (key: string, version: number) => OutcomeMeasure | undefined;

/** A score as it is read: `24 of 27`, `43.2`. */
export function scoreWords(measure: OutcomeMeasure | undefined, score: number): string {
  if (!measure) return String(score);
  const shown = showAmount(score, measure.Unit === 'points' ? null : measure.Unit);
  return measure.Min === 0 && measure.Max !== null && measure.Unit === 'points' ? `${shown} of ${measure.Max}` : shown;
}

/** What was scored in a note, and in a discharge note the last scores of the case besides; null where there are none. */
export function outcomesTable(
  note: Pick<VisitNote, 'NoteId' | 'NoteDate' | 'NoteType' | 'AlsoTypes'>,
  responses: readonly OutcomeResponse[],
  measureOf: OutcomeMeasureOf,
): NoteTable | null {
  const own = scoresOfNote(responses, note.NoteId);
  const isDischarge = [note.NoteType, ...note.AlsoTypes].includes('discharge');
  const last = isDischarge ? lastScores(responses, note) : [];
  if (own.length + last.length === 0) return null;
  const row = (one: OutcomeResponse, more: string) => {
    const by = enteredWords(one);
    const measure = measureOf(one.MeasureKey, one.Version);
    return [measure?.Name ?? one.MeasureKey, scoreWords(measure, one.Score), `${showDate(one.Date)}${by}${more}`];
  };
  return {
    title: 'Outcome measures',
    columns: ['Measure', 'Score', 'Date'],
    rows: [...own.map((one) => row(one, '')), ...last.map((one) => row(one, ' (last score)'))],
  };
}
