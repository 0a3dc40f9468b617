import type { Language } from '../../words/language.ts';
import type { AskedOf, FormPage, IntakeForm, Question } from '../form.ts';

/** The same words in English and Spanish. */
export type Both = readonly [en: string, es: string];

/** A value with every pair of words in it; lists of several words are lists of pairs. */
type InBoth<T> = T extends string ? T : T extends readonly (infer E)[] ? readonly InBoth<E>[] : T;

type Texts = 'label' | 'hint' | 'low' | 'high';
type QuestionInBoth = Question extends infer Q
  ? Q extends Question
    ? {
        [K in keyof Q]: K extends Texts
          ? Both
          : K extends 'options'
            ? OptionsInBoth
            : K extends 'paragraphs'
              ? readonly Both[]
              : InBoth<Q[K]>;
      }
    : never
  : never;
type OptionsInBoth = readonly { value: string; label: Both }[];
export type PageInBoth = Omit<FormPage, 'title' | 'lead' | 'questions'> & {
  title: Both;
  lead?: Both;
  questions: readonly QuestionInBoth[];
};
/** A form that Mainstay brings, once for all languages: a language that lacks a word does not compile. */
export type FormInBoth = {
  IntakeFormId: string;
  version: number;
  title: Both;
  askedOf: AskedOf;
  pages: readonly PageInBoth[];
};

/** The form in one language. */
export function formIn(form: FormInBoth, language: Language): IntakeForm {
  const at = language === 'en' ? 0 : 1;
  return { ...(spoken(form, at) as IntakeForm), language };
}

/** Pairs of words stand under these names alone. */
const worded = new Set<string>(['title', 'lead', 'label', 'hint', 'low', 'high']);

function spoken(value: unknown, at: 0 | 1): unknown {
  if (Array.isArray(value)) return value.map((each) => spoken(each, at));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      if (worded.has(name)) return [name, (part as Both)[at]];
      if (name === 'paragraphs') return [name, (part as readonly Both[]).map((pair) => pair[at])];
      return [name, spoken(part, at)];
    }),
  );
}
