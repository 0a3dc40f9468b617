import type { OutcomeItem, OutcomeMeasure } from '../outcomes/outcome-measure.ts';
import type { OutcomeAnswer } from '../outcomes/outcome-response.ts';
import { outcomeMeasure, outcomeMeasures } from '../outcomes/outcomes.ts';
import { scoreOutcome } from '../outcomes/score-outcome.ts';
import type { Language } from '../words/language.ts';
import { ownWords } from './outcome-words.ts';
import type { PageQuestion, SurveyAnswers } from './survey.ts';

const prefix = 'outcome:';

/** The survey that asks an outcome measure; its version is the measure's. */
export function outcomeSurveyKey(MeasureKey: string): string {
  return `${prefix}${MeasureKey}`;
}

/**
 * Whether patients may be asked a measure by a link: its items are free to show, and each is answered for itself. The
 * activities of the PSFS are named with the therapist, and later scores are of the same ones.
 */
export function isAskable({ Rights, form }: Pick<OutcomeMeasure, 'Rights' | 'form'>): boolean {
  return Rights === 'open' && (form === 'scale' || form === 'checklist');
}

/** The newest version of each measure that patients may be asked. */
export const askableMeasures: readonly OutcomeMeasure[] = [
  ...new Set(outcomeMeasures.map(({ MeasureKey }) => MeasureKey)),
].flatMap((key) => {
  const measure = outcomeMeasure(key);
  return measure && isAskable(measure) ? [measure] : [];
});

/** The measure that a survey asks, in the version that was sent; undefined for a survey of another kind. */
export function measureOfSurvey({ SurveyKey, version }: { SurveyKey: string; version: number }) {
  if (!SurveyKey.startsWith(prefix)) return undefined;
  const measure = outcomeMeasure(SurveyKey.slice(prefix.length), version);
  return measure && isAskable(measure) ? measure : undefined;
}

/** The key of the one question whose options are the statements of a checklist. */
export const markedKey = 'marked';
/** More options than a phone shows under one another: a number is typed. */
const mostOptions = 15;

/** What the page asks, one question per screen. Wording of others is only shown as its authors wrote it, in English. */
export function questionsOf(measure: OutcomeMeasure, language: Language): PageQuestion[] {
  const hint = measure.Instruction;
  if (measure.form === 'checklist') {
    const options = measure.Items.map(({ Key, Text }) => ({ value: Key, label: Text }));
    return [{ key: markedKey, kind: 'many', label: hint ?? measure.Name, hint: null, isRequired: false, options }];
  }
  const own = language === 'en' ? undefined : ownWords[language]?.[measure.MeasureKey];
  return measure.Items.map((item) => ({
    key: item.Key,
    label: own?.ask ?? item.Text,
    // An unscored one asks about something else.
    hint: item.IsScored ? hint : null,
    isRequired: item.IsScored,
    ...kindOf(item, own?.labels),
  }));
}

/** Whether a reader of another language is shown the English wording. */
export function isEnglishOnly({ MeasureKey }: Pick<OutcomeMeasure, 'MeasureKey'>, language: Language): boolean {
  return language !== 'en' && ownWords[language]?.[MeasureKey] === undefined;
}

function kindOf({ Choices }: OutcomeItem, labels: Readonly<Record<number, string>> = {}) {
  const [first, last] = [Choices[0], Choices.at(-1)];
  const labelOf = ({ Value, Label }: { Value: number; Label: string }) =>
    labels[Value] ?? Label.replace(/^-?\d+: /, '');
  if (!first || !last) throw new Error('An item of a measure has no choices');
  if (first.Value === 0 && last.Value === 10 && Choices.length === 11)
    return { kind: 'scale' as const, low: labelOf(first), high: labelOf(last) };
  if (Choices.length > mostOptions) return { kind: 'number' as const, least: first.Value, most: last.Value };
  const options = Choices.map((choice) => {
    const label = labelOf(choice);
    const isNumber = /^-?\d+(: |$)/.test(choice.Label);
    return {
      value: String(choice.Value),
      label: isNumber && label !== String(choice.Value) ? `${choice.Value}: ${label}` : label,
    };
  });
  return { kind: 'choice' as const, options };
}

/** What the page sends, as the chart has it, with its score; null where an answer is unknown, or a scored one is missing. */
export function scoredAnswers(
  measure: OutcomeMeasure,
  answers: Readonly<Record<string, unknown>>,
): { Answers: OutcomeAnswer[]; Score: number } | null {
  const Answers: OutcomeAnswer[] = [];
  for (const [ItemKey, given] of Object.entries(answers)) {
    const Value = measure.form === 'checklist' ? (given === true ? 1 : null) : given;
    if (typeof Value !== 'number') return null;
    Answers.push({ ItemKey, Value, Text: null });
  }
  const place = ({ ItemKey }: OutcomeAnswer) => measure.Items.findIndex(({ Key }) => Key === ItemKey);
  Answers.sort((a, b) => place(a) - place(b));
  const scored = scoreOutcome(measure.MeasureKey, Answers, measure.Version);
  return 'score' in scored ? { Answers, Score: scored.score } : null;
}

/** The same as they are kept with the survey. */
export function keptAnswers(Answers: readonly OutcomeAnswer[], { form }: OutcomeMeasure): SurveyAnswers {
  return Object.fromEntries(
    Answers.flatMap(({ ItemKey, Value }) => (Value === null ? [] : [[ItemKey, form === 'checklist' ? true : Value]])),
  );
}
