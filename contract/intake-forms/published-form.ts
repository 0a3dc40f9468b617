import { formIn, type Both, type FormInBoth, type PageInBoth } from '../intake/built-in/in-both.ts';
import type { IntakeForm } from '../intake/form.ts';
import { languages, type Language } from '../words/language.ts';
import { DraftFields, formIdOf, type DraftQuestion, type NewForm, type OwnForm } from './own-form.ts';

/** Of a kind that has words of its own, which properties stay. */
const ofKind: Partial<Record<DraftQuestion['kind'], readonly (keyof DraftQuestion)[]>> = {
  line: ['most', 'field', 'fills'],
  phone: ['most', 'field', 'fills'],
  email: ['most', 'field', 'fills'],
  state: ['most', 'field', 'fills'],
  zip: ['most', 'field', 'fills'],
  text: ['most'],
  scale: ['low', 'high'],
  choice: ['options'],
  many: ['options'],
  photo: ['of'],
  signature: ['paragraphs'],
};
const ofAll: readonly (keyof DraftQuestion)[] = ['kind', 'key', 'label', 'hint', 'isRequired', 'showIf'];

type Draft = Pick<OwnForm, 'OwnFormId' | 'title' | 'askedOf' | 'pages'>;

/** A draft as a version of it is kept, once for each language; a text without Spanish is English in both. */
export function publishedForms(draft: Draft, version: number): IntakeForm[] {
  const form = inBoth(draft, version);
  return (Object.keys(languages) as Language[]).map((language) => formIn(form, language));
}

/** The same as patients see it now, for a look before it is published. */
export function previewOf(draft: Draft, language: Language): IntakeForm {
  return formIn(inBoth(draft, 1), language);
}

function inBoth({ OwnFormId, title, askedOf, pages }: Draft, version: number): FormInBoth {
  return {
    IntakeFormId: formIdOf(OwnFormId),
    version,
    title: said(title),
    askedOf: without(askedOf) as FormInBoth['askedOf'],
    pages: pages.map(
      ({ key, title: name, lead, showIf, questions }) =>
        ({
          key,
          title: said(name),
          ...(isSaid(lead) && { lead: said(lead) }),
          ...(showIf && { showIf }),
          questions: questions.map(asKept),
        }) as PageInBoth,
    ),
  };
}

function asKept(question: DraftQuestion): object {
  const kept = new Set([...ofAll, ...(ofKind[question.kind] ?? [])]);
  const { options, paragraphs, hint, low, high, of, ...rest } = question;
  const whole = {
    ...rest,
    label: said(question.label),
    ...(isSaid(hint) && { hint: said(hint) }),
    ...(low && { low: said(low) }),
    ...(high && { high: said(high) }),
    options: options?.map(({ value, label }) => ({ value, label: said(label) })),
    paragraphs: paragraphs?.map(said),
    of: of ?? 'cardFront',
  };
  return without(Object.fromEntries(Object.entries(whole).filter(([name]) => kept.has(name as keyof DraftQuestion))));
}

const isSaid = (pair: readonly [string, string] | undefined): pair is [string, string] =>
  pair !== undefined && pair[0].trim() !== '';
const said = ([english, spanish]: readonly [string, string]): Both => [
  english.trim(),
  spanish.trim() === '' ? english.trim() : spanish.trim(),
];

function without(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A draft that begins as a copy of a form that Mainstay brings, and is asked in its place. */
export function copyOfBuiltIn(form: FormInBoth): NewForm {
  const { title, askedOf, pages, IntakeFormId } = structuredClone(form);
  const draft = DraftFields.parse({ title, askedOf, pages, isOn: true, replaces: IntakeFormId });
  return { ...draft, copiedFrom: IntakeFormId };
}

/** The same of another form of one's own, in addition to it. */
export function copyOfOwn({ OwnFormId, title: [english, spanish], askedOf, pages }: OwnForm): NewForm {
  const named = (text: string, word: string) => (text === '' ? '' : `${text} (${word})`.slice(0, 80));
  const title: [string, string] = [named(english, 'copy'), named(spanish, 'copia')];
  return structuredClone({ title, askedOf, pages, isOn: true, replaces: null, copiedFrom: OwnFormId });
}

/** What a form begins with that is written from the start. */
export function emptyForm(): DraftFields {
  return {
    title: ['', ''],
    askedOf: {},
    pages: [{ key: 'page1', title: ['', ''], questions: [] }],
    isOn: true,
    replaces: null,
  };
}
