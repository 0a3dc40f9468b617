import { rounded } from '../measures/norms.ts';
import { rangeSentence, valueProblem } from '../measures/value-problem.ts';
import type { OutcomeMeasure } from './outcome-measure.ts';
import type { OutcomeAnswer } from './outcome-response.ts';
import { outcomeMeasure } from './outcomes.ts';

/** A score, the keys of the items that lack an answer, or why the answers can't be counted. */
export type OutcomeScore = { score: number } | { missing: string[] } | { wrong: string };

/**
 * Scores the answers to an outcome measure, in a Version or the newest. Nothing missing is ever filled in, except that
 * an unmarked statement of a checklist is No, as its authors say. Null answers are answers to nothing.
 */
export function scoreOutcome(
  key: string,
  answers: readonly OutcomeAnswer[] | null,
  version: number | null = null,
): OutcomeScore {
  const measure = outcomeMeasure(key, version);
  if (!measure) return { wrong: 'This version of the app does not know this outcome measure. Update the app.' };
  if (measure.form === 'total') return { wrong: `Enter the total of the ${measure.Abbreviation}.` };
  const wrong = answersProblem(measure, answers ?? []);
  if (wrong) return { wrong };
  const given = new Map((answers ?? []).map(({ ItemKey, Value }) => [ItemKey, Value]));
  const missing = missingItems(measure, answers, given);
  if (missing.length > 0) return { missing };
  const values = scoredKeys(measure).flatMap((item) => given.get(item) ?? []);
  const sum = values.reduce((total, value) => total + value, 0);
  return { score: rounded(measure.scoring === 'mean' ? sum / values.length : sum) };
}

/** Why a typed total is none of this outcome measure, or null if it is. */
export function totalProblem(key: string, score: number, version: number | null = null): string | null {
  const measure = outcomeMeasure(key, version);
  if (!measure) return 'This version of the app does not know this outcome measure. Update the app.';
  return (
    valueProblem({ ...measure, IsMultiselect: false }, score) && rangeSentence({ ...measure, IsMultiselect: false })
  );
}

function scoredKeys({ Items }: OutcomeMeasure): string[] {
  return Items.filter(({ IsScored }) => IsScored).map(({ Key }) => Key);
}

function answersProblem({ Items, form }: OutcomeMeasure, answers: readonly OutcomeAnswer[]): string | null {
  const keys = answers.map(({ ItemKey }) => ItemKey);
  if (new Set(keys).size < keys.length) return 'An item has two answers. Keep one.';
  const isKnown = answers.every(({ ItemKey, Value, Text }) => {
    const item = Items.find(({ Key }) => Key === ItemKey);
    const isUnmarked = form === 'checklist' && Value === 0;
    return (
      item &&
      (Text === null || form === 'activities') &&
      (Value === null || isUnmarked || item.Choices.some((choice) => choice.Value === Value))
    );
  });
  return isKnown ? null : 'An answer is not one of the choices. Answer that item again.';
}

function missingItems(
  measure: OutcomeMeasure,
  answers: readonly OutcomeAnswer[] | null,
  given: ReadonlyMap<string, number | null>,
): string[] {
  const scored = scoredKeys(measure);
  if (measure.form === 'checklist') return answers === null ? scored : [];
  if (measure.form !== 'activities') return scored.filter((key) => (given.get(key) ?? null) === null);
  const named = (answers ?? []).filter(({ Text, Value }) => Boolean(Text?.trim()) || Value !== null);
  if (named.length === 0) return scored.slice(0, 1);
  return named.filter(({ Text, Value }) => !Text?.trim() || Value === null).map(({ ItemKey }) => ItemKey);
}
