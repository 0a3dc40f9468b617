import { needsAlert } from './needs-alert.ts';
import type { OutcomeResponse } from './outcome-response.ts';
import { outcomeMeasure } from './outcomes.ts';
import { scoreOutcome, totalProblem } from './score-outcome.ts';

type Given = Pick<OutcomeResponse, 'NoteId' | 'MeasureKey' | 'Version' | 'Date' | 'Answers' | 'Score' | 'CorrectsId'>;
export type OutcomeRefusals = Partial<Record<keyof Given, string>>;

/**
 * What cannot be of a response: one sentence by field, empty where all is well. `corrected` is the one it names, with
 * whether another takes its place already; undefined where the case has none.
 */
export function outcomeRefusals(
  given: Given,
  today: string,
  corrected: { MeasureKey: string; isCorrected: boolean } | null | undefined,
): OutcomeRefusals {
  return {
    ...(given.Date > today && { Date: 'This day is in the future.' }),
    ...contentRefusals(given),
    // The note is where the response to them is asked for.
    ...(given.NoteId === null &&
      needsAlert(given.MeasureKey, given.Answers) && {
        NoteId: 'These answers need a response. Record them in a note.',
      }),
    ...(given.CorrectsId !== null && correctionRefusals(given, corrected ?? undefined)),
  };
}

function contentRefusals({ MeasureKey, Version, Answers, Score }: Given): OutcomeRefusals {
  const measure = outcomeMeasure(MeasureKey, Version);
  if (!measure) return { MeasureKey: 'This outcome measure is not known. Update the app.' };
  if (measure.form === 'total') {
    if (Answers !== null) return { Answers: `Enter the total of the ${measure.Abbreviation} alone.` };
    const problem = totalProblem(MeasureKey, Score, Version);
    return problem === null ? {} : { Score: problem };
  }
  const scored = scoreOutcome(MeasureKey, Answers, Version);
  if ('wrong' in scored) return { Answers: scored.wrong };
  if ('missing' in scored) return { Answers: missingSentence(scored.missing) };
  return scored.score === Score ? {} : { Score: `These answers come to ${scored.score}.` };
}

/** `Answer items 3 and 9.` */
function missingSentence(missing: readonly string[]): string {
  if (missing.length === 1) return `Answer item ${missing[0]}.`;
  return `Answer items ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}.`;
}

function correctionRefusals(
  { MeasureKey }: Given,
  corrected: { MeasureKey: string; isCorrected: boolean } | undefined,
): OutcomeRefusals {
  if (!corrected || corrected.MeasureKey !== MeasureKey)
    return { CorrectsId: 'The score to correct is not in this case, or is of another measure.' };
  return corrected.isCorrected ? { CorrectsId: 'This score was corrected already.' } : {};
}
