import type { Question } from '#contract/intake/form.ts';
import type { SurveyPage } from '#contract/surveys/endpoints.ts';
import type { PageQuestion } from '#contract/surveys/survey.ts';
import { fill, type Language } from '#contract/words/language.ts';
import { surveyWords } from '#contract/words/survey-page.ts';
import { Field, Notice } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';

export type NumberQuestion = Extract<PageQuestion, { kind: 'number' }>;
/** A question as the page asks it: of the kinds that forms have, or a number to type. */
export type SurveyPart = Question | NumberQuestion;
/** By the key of the question, as its control holds it. */
export type Values = Readonly<Record<string, unknown>>;
type Measure = NonNullable<SurveyPage['measure']>;

export function measureParts({ questions }: Measure, language: Language): SurveyPart[] {
  return questions[language].map((one) => {
    if (one.kind === 'number') return one;
    const { hint, ...of } = one;
    return { ...of, ...(hint !== null && { hint }) };
  });
}

/** What the controls have at first: no statement is marked, and nothing of what was sent before. */
export function noValues({ questions }: Measure): Values {
  return Object.fromEntries(questions.en.filter(({ kind }) => kind === 'many').map(({ key }) => [key, []]));
}

/** What is sent: numbers by the keys of the measure, and each marked statement by its own. */
export function answersOf({ questions }: Measure, values: Values): SurveyPage['answers'] {
  return Object.fromEntries(
    questions.en.flatMap(({ key, kind }): [string, number | boolean][] => {
      const value = values[key];
      if (kind === 'many') return (Array.isArray(value) ? value : []).map((one) => [String(one), true]);
      return value === undefined || value === null ? [] : [[key, Number(value)]];
    }),
  );
}

export function isNumber({ least, most }: NumberQuestion, value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

type NumberProps = { question: NumberQuestion; value: unknown; isWrong: boolean; onAnswer(value: string | null): void };

export function NumberPart({ question: { label, least, most }, value, isWrong: isTried, onAnswer }: NumberProps) {
  const words = useWords(surveyWords);
  const range = fill(words.number, { least: String(least), most: String(most) });
  return (
    <Field label={label} hint={isTried ? undefined : range} error={isTried ? range : undefined}>
      {({ id, describedBy, isWrong }) => (
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget: { value: typed } }) => onAnswer(typed.trim() === '' ? null : typed.trim())}
        />
      )}
    </Field>
  );
}

/** Nobody reads the answers while they are given: where help is that comes at once. */
export function HelpNow() {
  const words = useWords(surveyWords);
  return (
    <div className="notice note" role="note">
      <p>{words.help}</p>
      <p className="links">
        {['911', '988'].map((number) => (
          <a key={number} href={`tel:${number}`}>
            {fill(words.call, { number })}
          </a>
        ))}
      </p>
    </div>
  );
}

/** Said to who reads another language, where the wording of the measure is English alone. */
export function EnglishOnly({ measure }: { measure: Measure }) {
  const words = useWords(surveyWords);
  const { language } = useLanguage();
  return language === 'en' || !measure.isEnglishOnly ? null : <Notice kind="note">{words.english}</Notice>;
}
