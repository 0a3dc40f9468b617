import type { BodyMark } from '../measures/body/body-mark.ts';
import type { IntakeField } from '../visits/visit.ts';
import type { Language } from '../words/language.ts';
import type { TypesAsked } from './visit-types-asked.ts';

/** A mark of the body chart as the chart keeps it too. */
export type IntakeMark = BodyMark;
/** What stands at a question: text, a date `YYYY-MM-DD`, a choice's value, several, yes or no, 0 to 10, marks. */
export type Answer = string | number | boolean | readonly string[] | readonly IntakeMark[];
/** Answers by `answerKey`; null: taken away again. */
export type Answers = Readonly<Record<string, Answer | null>>;

/** When a question or page is shown, by other answers of the same form. */
export type ShowIf =
  | { question: string; is: string | boolean }
  | { question: string; has: string }
  | { all: readonly ShowIf[] }
  | { any: readonly ShowIf[] }
  | { not: ShowIf };

export type Option = { value: string; label: string };

type Asked<K extends string> = {
  kind: K;
  /** Unique in its form. */
  key: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  showIf?: ShowIf;
};

export type Question =
  /** One line; `field` names what the chart says of the same. */
  | (Asked<'line' | 'phone' | 'email' | 'state' | 'zip'> & { most?: number; field?: IntakeField; fills?: string })
  | (Asked<'text'> & { most?: number })
  | Asked<'date' | 'yesNo' | 'body'>
  /** 0 to 10. */
  | (Asked<'scale'> & { low: string; high: string })
  | (Asked<'choice' | 'many'> & { options: readonly Option[] })
  /** A picture, kept as a file; the answer is the id of its version. */
  | (Asked<'photo'> & { of: 'cardFront' | 'cardBack' })
  /** Paragraphs to agree to, with a signature below; the answer is the id of the signed consent. */
  | (Asked<'signature'> & { paragraphs: readonly string[] });

export type FormPage = { key: string; title: string; lead?: string; showIf?: ShowIf; questions: readonly Question[] };

/** Of whom a form is asked; what is left out does not matter. Ages in whole years on the day of the visit. */
export type AskedOf = TypesAsked & {
  Disciplines?: readonly string[];
  /** One of them pays for the case. */
  PayerIds?: readonly string[];
  isInsured?: boolean;
  ages?: { from?: number; until?: number };
};

/** One version of a form in one language. A published one never changes. */
export type IntakeForm = {
  IntakeFormId: string;
  version: number;
  language: Language;
  title: string;
  askedOf: AskedOf;
  pages: readonly FormPage[];
};

/** Which question of which form; the same in every language. */
export function answerKey(form: Pick<IntakeForm, 'IntakeFormId'>, question: Pick<Question, 'key'>): string {
  return `${form.IntakeFormId}.${question.key}`;
}
