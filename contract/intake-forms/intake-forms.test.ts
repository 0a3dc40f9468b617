import { describe, expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { builtInForms } from '../intake/built-in/forms.ts';
import { formIn } from '../intake/built-in/in-both.ts';
import { formsInUse } from '../intake/forms-in-use.ts';
import { signedText } from '../intake/signed-text.ts';
import { formProblems, missingSpanish, signsInSpanish } from './form-problems.ts';
import { DraftFields, OwnFormId, type DraftPage, type DraftQuestion } from './own-form.ts';
import { copyOfBuiltIn, copyOfOwn, emptyForm, publishedForms } from './published-form.ts';

const OwnForm = OwnFormId.parse(testId(7));
const question = (key: string, more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  kind: 'yesNo',
  key,
  label: [`Question ${key}`, `Pregunta ${key}`],
  ...more,
});
const page = (key: string, ...questions: DraftQuestion[]): DraftPage => ({
  key,
  title: [`Page ${key}`, `Página ${key}`],
  questions,
});
const draft = (...pages: DraftPage[]): DraftFields => ({ ...emptyForm(), title: ['Sleep', 'Sueño'], pages });
const problems = (of: DraftFields) => formProblems(of).map(({ sentence }) => sentence);
const options = [
  { value: 'a', label: ['A', 'A'] as [string, string] },
  { value: 'b', label: ['B', 'B'] as [string, string] },
];

describe('what keeps a form from being published', () => {
  test('nothing, where all is there', () => {
    const second = question('two', { showIf: { question: 'one', is: true } });
    expect(formProblems(draft(page('p', question('one'), second)))).toEqual([]);
  });

  test.each<[string, DraftFields, string[]]>([
    ['no question', draft(page('p')), ['Add a question.']],
    ['no page', draft(), ['Add a question.']],
    ['an empty page', draft(page('p', question('one')), page('q')), ['Add a question to this page, or remove it.']],
    [
      'no title',
      { ...draft(page('p', question('one'))), title: [' ', 'Sueño'] },
      ['Enter the English title of the form.'],
    ],
    [
      'ages that no one has',
      { ...draft(page('p', question('one'))), askedOf: { ages: { from: 18, until: 18 } } },
      ['The upper age must be above the lower age.'],
    ],
    [
      'one id for two questions',
      draft(page('p', question('one')), page('q', question('one'))),
      ['Two questions have the id “one”.'],
    ],
    [
      'one id for two pages',
      draft(page('p', question('one')), page('p', question('two'))),
      ['Two pages have the id “p”.'],
    ],
    [
      'two questions for one field of the chart',
      draft(
        page(
          'p',
          question('one', { kind: 'phone', field: 'Phone' }),
          question('two', { kind: 'line', field: 'Phone' }),
        ),
      ),
      ['Two questions fill “Phone” in the chart. Keep one of them.'],
    ],
    [
      'a question without words',
      draft(page('p', question('one', { label: ['', 'Solo'] }))),
      ['Enter the question in English.'],
    ],
    [
      'a choice of one',
      draft(page('p', question('one', { kind: 'choice', options: options.slice(1) }))),
      ['Add two or more answers to choose from.'],
    ],
    ['nothing to tick', draft(page('p', question('one', { kind: 'many' }))), ['Add an answer to choose.']],
    [
      'answers alike',
      draft(page('p', question('one', { kind: 'many', options: [...options, ...options.slice(1)] }))),
      ['Two answers have the id “b”.'],
    ],
    [
      'a scale without ends',
      draft(page('p', question('one', { kind: 'scale', low: ['None', ''] }))),
      ['Enter the words for 0 and for 10 in English.'],
    ],
    [
      'nothing to sign',
      draft(page('p', question('one', { kind: 'signature', paragraphs: [['', 'Acepto']] }))),
      ['Enter the text to sign in English.'],
    ],
  ])('%s', (_why, of, said) => {
    expect(problems(of)).toEqual(said);
  });

  test.each<[string, DraftPage[], string]>([
    [
      'a question that was removed',
      [page('p', question('one', { showIf: { question: 'gone', is: true } }))],
      '“Show if” names a question that was removed.',
    ],
    [
      'a later question',
      [page('p', question('one', { showIf: { question: 'two', is: true } }), question('two'))],
      '“Show if” names “Question two”, which comes later. Move it before this one.',
    ],
    [
      'itself',
      [page('p', question('one', { showIf: { not: { question: 'one', is: true } } }))],
      '“Show if” goes in a circle: “Question one” waits for this one.',
    ],
    [
      'one that waits for it through a third',
      [
        page('p', question('one', { showIf: { any: [{ question: 'three', is: true }] } })),
        page('q', question('two', { showIf: { question: 'one', is: true } })),
        page('r', question('three', { showIf: { all: [{ question: 'two', is: true }] } })),
      ],
      '“Show if” goes in a circle: “Question three” waits for this one.',
    ],
    [
      'a question of its own page',
      [{ ...page('p', question('one')), showIf: { question: 'one', is: true } }],
      '“Show if” goes in a circle: “Question one” waits for this one.',
    ],
    [
      'an answer that is none',
      [page('p', question('one'), question('two', { showIf: { question: 'one', is: 'a' } }))],
      '“Show if” names an answer that “Question one” does not have.',
    ],
    [
      'an answer that was removed',
      [
        page(
          'p',
          question('one', { kind: 'many', options }),
          question('two', { showIf: { question: 'one', has: 'c' } }),
        ),
      ],
      '“Show if” names an answer that “Question one” does not have.',
    ],
    [
      'a question with free text',
      [page('p', question('one', { kind: 'line' }), question('two', { showIf: { question: 'one', is: 'x' } }))],
      '“Show if” names an answer that “Question one” does not have.',
    ],
  ])('a condition on %s', (_what, pages, sentence) => {
    expect(problems(draft(...pages))).toEqual([sentence]);
  });

  test('each says where it is', () => {
    const wrong = question('two', { label: ['', ''] });
    expect(formProblems(draft(page('p', question('one')), page('q', question('three'), wrong)))).toEqual([
      { sentence: 'Enter the question in English.', page: 1, question: 1 },
    ]);
  });
});

test('texts without Spanish are counted, and read in English in both languages', () => {
  const one = question('one', { label: ['Do you sleep well?', ' '], hint: ['At night', ''] });
  const of = draft(
    page(
      'p',
      one,
      question('two', { kind: 'choice', options: [{ value: 'a', label: ['A', ''] }, ...options.slice(1)] }),
    ),
  );
  expect(missingSpanish(of)).toBe(3);
  const [english, spanish] = publishedForms({ ...of, OwnFormId: OwnForm }, 1);
  expect(english?.pages[0]?.questions[0]?.label).toBe('Do you sleep well?');
  expect(spanish?.pages[0]?.questions[0]).toMatchObject({ label: 'Do you sleep well?', hint: 'At night' });
  expect(spanish?.title).toBe('Sueño');
  expect(missingSpanish(draft(page('p', question('one'))))).toBe(0);
});

test('a text to sign in Spanish is told', () => {
  const signed = (spanish: string) =>
    draft(page('p', question('one', { kind: 'signature', paragraphs: [['I agree.', spanish]] })));
  expect([signsInSpanish(signed('Acepto.')), signsInSpanish(signed(''))]).toEqual([true, false]);
});

test('of another kind than before, a question keeps nothing of the former one', () => {
  const was = question('one', {
    kind: 'line',
    options,
    low: ['No', 'No'],
    of: 'cardBack',
    paragraphs: [['x', 'x']],
    most: 60,
  });
  const [form] = publishedForms({ ...draft(page('p', was)), OwnFormId: OwnForm }, 2);
  expect(form).toMatchObject({ IntakeFormId: `own-${testId(7)}`, version: 2, language: 'en' });
  expect(form?.pages[0]?.questions[0]).toEqual({ kind: 'line', key: 'one', label: 'Question one', most: 60 });
});

test.each(builtInForms.map((form) => [form.IntakeFormId, form] as const))(
  'a copy of %s is published as it is',
  (id, form) => {
    const copy = copyOfBuiltIn(form);
    expect(copy.replaces).toBe(id);
    expect(formProblems(copy)).toEqual([]);
    expect(missingSpanish(copy)).toBe(0);
    const published = publishedForms({ ...copy, OwnFormId: OwnForm }, 1);
    const as = (language: 'en' | 'es') => {
      const { title, askedOf, pages } = formIn(form, language);
      return { IntakeFormId: `own-${testId(7)}`, version: 1, language, title, askedOf, pages };
    };
    expect(published).toEqual([as('en'), as('es')]);
  },
);

test('a copy of one’s own takes no other’s place, and is called a copy', () => {
  const own = {
    ...copyOfBuiltIn(builtInForms[0]!),
    OwnFormId: OwnForm,
    rev: 3,
    version: 1,
    publishedAt: null,
    isChanged: false,
  };
  expect(copyOfOwn(own)).toMatchObject({ title: ['About you (copy)', 'Sobre usted (copia)'], replaces: null });
  expect(DraftFields.safeParse(copyOfOwn(own)).success).toBe(true);
});

test('a changed text to sign is another text', () => {
  const texts = ['I agree.', 'I agree to all.'].map((text) => {
    const [form] = publishedForms(
      { ...draft(page('p', question('one', { kind: 'signature', paragraphs: [[text, '']] }))), OwnFormId: OwnForm },
      1,
    );
    const [signature] = form?.pages[0]?.questions ?? [];
    return signature?.kind === 'signature' ? signedText(signature) : null;
  });
  expect(texts).toEqual(['Question one\nI agree.', 'Question one\nI agree to all.']);
});

test('a clinic’s own form stands in the place of the one it replaces; others come last', () => {
  const form = (IntakeFormId: string) => ({ IntakeFormId });
  const own = [
    { form: form('own-pain'), replaces: 'pain' },
    { form: form('own-sleep'), replaces: null },
    { form: form('own-old'), replaces: 'no-more' },
  ];
  expect(formsInUse([form('demographics'), form('pain'), form('consent')], own)).toEqual(
    ['demographics', 'own-pain', 'consent', 'own-sleep', 'own-old'].map(form),
  );
});
