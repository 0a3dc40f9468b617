import { describe, expect, test } from 'vitest';
import { patient } from '../testing/rows.ts';
import { bodyMarksIn } from './body-marks.ts';
import { builtInForms } from './built-in/forms.ts';
import { formIn } from './built-in/in-both.ts';
import { answerProblem } from './check-answer.ts';
import { differencesOf } from './differences.ts';
import { answerKey, type Answer, type Answers, type IntakeForm, type Question, type ShowIf } from './form.ts';
import { formsFor } from './forms-for.ts';
import { maskContacts } from './masked.ts';
import { firstGap, gapsOf, isShown, stepsOf } from './show-if.ts';

const english = builtInForms.map((form) => formIn(form, 'en'));
const of = (id: string): IntakeForm => {
  const found = english.find(({ IntakeFormId }) => IntakeFormId === id);
  if (!found) throw new Error(id);
  return found;
};
const questionsOf = (form: IntakeForm) => form.pages.flatMap(({ questions }) => questions);

/** The values of its options, and how much there is to sign. */
const sizesOf = (question: Question) => [
  'options' in question ? question.options.map(({ value }) => value) : [],
  question.kind === 'signature' ? question.paragraphs.filter((text) => text !== '').length : 0,
];

describe('the built-in forms', () => {
  test('say the same in both languages: every question, option and condition, with words of its own', () => {
    for (const form of builtInForms) {
      const [en, es] = [formIn(form, 'en'), formIn(form, 'es')];
      const bones = (of: IntakeForm) =>
        questionsOf(of).map(({ key, kind, showIf, isRequired }) => ({ key, kind, showIf, isRequired }));
      expect(bones(es), form.IntakeFormId).toEqual(bones(en));
      expect(es.title).not.toBe('');
      expect(questionsOf(es).map(sizesOf), form.IntakeFormId).toEqual(questionsOf(en).map(sizesOf));
      expect(questionsOf(es).filter(({ label }) => label === '')).toEqual([]);
    }
  });

  test('name every question once, and show them by questions of the same form that come before', () => {
    for (const form of english) {
      const keys = questionsOf(form).map(({ key }) => key);
      expect(new Set(keys).size, form.IntakeFormId).toBe(keys.length);
      for (const [at, question] of questionsOf(form).entries())
        for (const named of namedIn(question.showIf)) expect(keys.slice(0, at), question.key).toContain(named);
    }
  });
});

function namedIn(showIf: ShowIf | undefined): string[] {
  if (showIf === undefined) return [];
  if ('question' in showIf) return [showIf.question];
  if ('not' in showIf) return namedIn(showIf.not);
  return ('all' in showIf ? showIf.all : showIf.any).flatMap(namedIn);
}

test.each<[ShowIf, boolean]>([
  [{ question: 'a', is: 'yes' }, true],
  [{ question: 'a', is: 'no' }, false],
  [{ question: 'b', is: false }, true],
  [{ question: 'none', is: false }, false],
  [{ question: 'c', has: 'x' }, true],
  [{ question: 'c', has: 'z' }, false],
  [{ not: { question: 'c', has: 'z' } }, true],
  [
    {
      all: [
        { question: 'a', is: 'yes' },
        { question: 'b', is: true },
      ],
    },
    false,
  ],
  [
    {
      any: [
        { question: 'a', is: 'no' },
        { question: 'b', is: false },
      ],
    },
    true,
  ],
])('%j is %s', (showIf, shown) => {
  const answers = { 'f.a': 'yes', 'f.b': false, 'f.c': ['x', 'y'] };
  expect(isShown({ IntakeFormId: 'f' }, showIf, answers)).toBe(shown);
});

test('the way through: hidden questions are no gaps, and it goes on at the first gap', () => {
  const forms = [of('insurance'), of('consent')];
  const self = { 'insurance.pays': 'self' };
  expect(stepsOf(forms, self).map(({ page }) => page.key)).toEqual(['how', 'sign']);
  expect(firstGap(stepsOf(forms, self), self)).toBe(1);
  const insured: Answers = { 'insurance.pays': 'insurance', 'insurance.plan': 'Blue', 'insurance.member': ' ' };
  const steps = stepsOf(forms, insured);
  expect(steps.map(({ page }) => page.key)).toEqual(['how', 'card', 'sign']);
  expect(steps.flatMap((step) => gapsOf(step, insured).map(({ key }) => key))).toEqual([
    'member',
    'isHolder',
    'cardFront',
    'signed',
  ]);
  const whole = { ...insured, 'insurance.member': '7', 'insurance.isHolder': true, 'insurance.cardFront': 'x' };
  expect(firstGap(stepsOf(forms, whole), whole)).toBe(2);
});

const questions = new Map<string, Question>(
  english.flatMap((form) => questionsOf(form).map((question) => [answerKey(form, question), question] as const)),
);
const knee = { Region: 'knee', View: 'front', Side: 'R', Quality: null, Intensity: 4, x: 460, y: 700 } as const;
test.each<[string, Answer, string | null]>([
  ['demographics.phone', '(503) 555-0142', null],
  ['demographics.phone', '12', 'phone'],
  ['demographics.email', 'a@b.co', null],
  ['demographics.email', 'a@b', 'email'],
  ['demographics.state', 'il', null],
  ['demographics.state', 'XQ', 'state'],
  ['demographics.zip', '97201-1234', null],
  ['demographics.zip', '9720', 'zip'],
  ['demographics.city', 'a\nb', 'kind'],
  ['demographics.city', 'x'.repeat(61), 'tooLong'],
  ['demographics.city', 7, 'kind'],
  ['history-pt.since', '2026-02-29', 'date'],
  ['history-pt.since', '2024-02-29', null],
  ['history-pt.reason', 'My knee\nhurts', null],
  ['history-pt.conditions', ['heart', 'cancer'], null],
  ['history-pt.conditions', ['heart', 'heart'], 'option'],
  ['history-pt.conditions', ['dragon'], 'option'],
  ['history-pt.hadSurgery', 'yes', 'kind'],
  ['insurance.pays', 'gold', 'option'],
  ['pain.now', 11, 'scale'],
  ['pain.now', 0, null],
  ['pain.marks', [knee], null],
  ['pain.marks', [{ ...knee, Region: 'wing' }], 'mark'],
  ['pain.marks', [{ ...knee, x: 1001 }], 'mark'],
  ['insurance.cardFront', 'an id', 'kind'],
  ['consent.signed', 'an id', 'kind'],
])('%s: %j is %s', (key, answer, problem) => {
  const question = questions.get(key);
  if (!question) throw new Error(key);
  expect(answerProblem(question, answer)).toBe(problem);
});

test('differences: another way of writing is none, an empty answer says nothing, a hidden one does not count', () => {
  const chart = { ...patient, Phone: '5035550134', City: 'Portland', Email: null, PostalCode: '97201' };
  const answers = {
    'demographics.phone': '+1 (503) 555-0134',
    'demographics.city': ' portland ',
    'demographics.email': 'rosa@example.org',
    'demographics.zip': '97202',
    'demographics.street': ' ',
  };
  expect(differencesOf([of('demographics')], answers, chart)).toEqual([
    { field: 'Email', chart: null, intake: 'rosa@example.org' },
    { field: 'PostalCode', chart: '97201', intake: '97202' },
  ]);
  const hidden = {
    ...of('demographics'),
    pages: of('demographics').pages.map((page) => ({ ...page, showIf: { question: 'city', is: 'x' } })),
  };
  expect(differencesOf([hidden], answers, chart)).toEqual([]);
});

test('a link and a birth date see no contacts', () => {
  const answers = { 'demographics.phone': '5035550134', 'demographics.street': '12 Elm', 'history-pt.reason': 'Knee' };
  expect(maskContacts([of('demographics'), of('history-pt')], answers)).toEqual({
    answers: { 'history-pt.reason': 'Knee' },
    masked: { 'demographics.phone': '•••0134', 'demographics.street': '•••' },
  });
});

const evaluations = [{ VisitTypeId: 'a', Name: 'Evaluation' }];
const asked = {
  Discipline: 'PT',
  VisitTypeName: 'Evaluation',
  typesHere: evaluations,
  types: evaluations,
  PayerIds: ['payer'],
  DateOfBirth: '2008-11-28',
  day: '2026-11-28',
};
test('forms by discipline, visit type, payer and age; a birthday counts from that day', () => {
  expect(formsFor(english, asked).map(({ IntakeFormId }) => IntakeFormId)).toEqual([
    'demographics',
    'insurance',
    'history-pt',
    'pain',
    'consent',
    'privacy',
    'financial',
  ]);
  expect(formsFor(english, { ...asked, Discipline: 'SLP' }).map(({ IntakeFormId }) => IntakeFormId)).toContain(
    'history-slp',
  );
  const named = (askedOf: IntakeForm['askedOf']) => formsFor([{ askedOf }], asked).length;
  expect(named({ ages: { until: 18 } })).toBe(0);
  expect(named({ ages: { from: 18 } })).toBe(1);
  expect(named({ isInsured: false })).toBe(0);
  expect(formsFor([{ askedOf: { isInsured: false } }], { ...asked, PayerIds: [] })).toHaveLength(1);
  expect(named({ PayerIds: ['other', 'payer'] })).toBe(1);
  expect(named({ PayerIds: ['other'] })).toBe(0);
  expect(named({ VisitTypeNames: ['Follow-up'] })).toBe(0);
  expect(named({ VisitTypeIds: ['a'] })).toBe(1);
  expect(named({ VisitTypeIds: ['b'] })).toBe(0);
});

test('marks of a question that was shown go to the note as the patient’s, each where the body is', () => {
  const knee = { Region: 'knee', View: 'front', Side: 'R', Quality: null, Intensity: null, x: 447, y: 722 } as const;
  const beside = { ...knee, x: 2, y: 2 };
  const answers = { 'pain.hasPain': true, 'pain.marks': [knee, beside] };
  expect(bodyMarksIn([of('pain')], answers)).toEqual([{ ...knee, From: 'patient' }]);
  expect(bodyMarksIn([of('pain')], { ...answers, 'pain.hasPain': false })).toEqual([]);
  expect(bodyMarksIn([of('pain')], { 'pain.hasPain': true })).toEqual([]);
});
