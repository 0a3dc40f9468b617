import { changeSince, type Change } from '../measures/change-since.ts';
import type { OutcomeMeasure } from './outcome-measure.ts';
import type { OutcomeResponse } from './outcome-response.ts';

type Corrected = Pick<OutcomeResponse, 'OutcomeResponseId' | 'CorrectsId'>;

/** The responses that count: those that no other one corrects, in the order given. */
export function currentResponses<R extends Corrected>(responses: readonly R[]): R[] {
  const corrected = new Set(responses.map(({ CorrectsId }) => CorrectsId));
  return responses.filter(({ OutcomeResponseId: id }) => !corrected.has(id));
}

type Dated = Pick<OutcomeResponse, 'OutcomeResponseId' | 'CorrectsId' | 'Date' | 'MeasureKey' | 'Score'>;

/** The scores of each outcome measure that count, oldest first; of one day as they were entered. */
export function scoresByMeasure<R extends Dated>(responses: readonly R[]): Map<string, R[]> {
  const inOrder = currentResponses(responses).toSorted(
    (a, b) => a.Date.localeCompare(b.Date) || a.OutcomeResponseId.localeCompare(b.OutcomeResponseId),
  );
  return Map.groupBy(inOrder, ({ MeasureKey }) => MeasureKey);
}

/** What changed from the first score to the last, and whether it is enough to matter (MCID); null below two scores. */
export function changeOfScores(measure: OutcomeMeasure, scores: readonly Pick<Dated, 'Score'>[]): Change | null {
  const [first, last] = [scores[0], scores.at(-1)];
  return first && last && scores.length > 1 ? changeSince(measure, first.Score, last.Score) : null;
}

/** The scores that were entered in a note itself, also after others of the case corrected them later. */
export function scoresOfNote<R extends Dated & Pick<OutcomeResponse, 'NoteId'>>(
  responses: readonly R[],
  NoteId: string,
): R[] {
  return currentResponses(responses.filter((one) => one.NoteId === NoteId));
}

/**
 * The scores that stand at discharge: who stops coming keeps the last one, with its day. Those that the note has of its
 * own are not among them.
 */
export function lastScores<R extends Dated & Pick<OutcomeResponse, 'NoteId'>>(
  responses: readonly R[],
  { NoteId, NoteDate }: { NoteId: string; NoteDate: string },
): R[] {
  const own = new Set(scoresOfNote(responses, NoteId).map(({ MeasureKey }) => MeasureKey));
  // What was corrected is no score, on whatever day its correction is of.
  const before = currentResponses(responses).filter(({ Date }) => Date <= NoteDate);
  return [...scoresByMeasure(before)].flatMap(([key, scores]) => (own.has(key) ? [] : (scores.at(-1) ?? [])));
}
