import { rankOf, type EvalMeasurement } from './eval-measurement.ts';
import { hasFinding, type EvalResponse } from './eval-response.ts';
import { showValue } from './show-value.ts';

/** One note's point: `y` is null where nothing was measured or the value has no order, which is a gap in the line. */
export type TrendPoint = { NoteId: string; date: string; y: number | null; label: string; pain: number | null };

/** A response with the date of its note. */
export type DatedResponse = { date: string; response: EvalResponse };

/** The points of one measurement of a case, oldest first; those of one day stay in the order given. */
export function trendPoints(measurement: EvalMeasurement, responses: readonly DatedResponse[]): TrendPoint[] {
  return responses
    .filter(({ response }) => hasFinding(response))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ date, response }) => ({
      NoteId: response.NoteId,
      date,
      y: rankOf(measurement, response.Value),
      label: response.Value === null && response.NotTested ? 'Not tested' : showValue(measurement, response.Value),
      pain: response.Pain,
    }));
}
