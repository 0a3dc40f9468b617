import { describe, expect, test } from 'vitest';
import { outcomeMeasure } from '../outcomes/outcomes.ts';
import {
  askableMeasures,
  isEnglishOnly,
  keptAnswers,
  measureOfSurvey,
  outcomeSurveyKey,
  questionsOf,
  scoredAnswers,
} from './outcome-survey.ts';

const of = (key: string) => {
  const measure = outcomeMeasure(key);
  if (!measure) throw new Error(`No measure ${key}`);
  return measure;
};

test('patients are asked measures with free items that stand alone, and no others', () => {
  expect(askableMeasures.map(({ Abbreviation }) => Abbreviation)).toEqual([
    'NPRS',
    'GROC',
    'SANE',
    'RMDQ',
    'PHQ-2',
    'PHQ-9',
    'GAD-7',
  ]);
});

test.each([
  ['outcome:phq9', 1, 'phq9'],
  ['outcome:phq9', 2, undefined],
  ['outcome:odi', 1, undefined],
  ['outcome:psfs', 1, undefined],
  ['care', 1, undefined],
  ['phq9', 1, undefined],
])('the survey %s, version %s, asks %s', (SurveyKey, version, key) => {
  expect(measureOfSurvey({ SurveyKey, version })?.MeasureKey).toBe(key);
});

test('a key leads back to its measure', () => {
  for (const { MeasureKey, Version } of askableMeasures)
    expect(measureOfSurvey({ SurveyKey: outcomeSurveyKey(MeasureKey), version: Version })?.MeasureKey).toBe(MeasureKey);
});

describe('the questions', () => {
  test.each([
    ['nprs', ['scale']],
    ['groc', ['choice']],
    ['sane', ['number']],
    ['rmdq', ['many']],
    ['phq2', ['choice', 'choice']],
  ])('of %s are %s', (key, kinds) => {
    expect(questionsOf(of(key), 'en').map(({ kind }) => kind)).toEqual(kinds);
  });

  test('name the ends of a scale in both languages', () => {
    expect(questionsOf(of('nprs'), 'en')).toMatchObject([{ low: 'no pain', high: 'worst pain', isRequired: true }]);
    expect(questionsOf(of('nprs'), 'es')).toMatchObject([{ low: 'ningún dolor', high: 'el peor dolor' }]);
  });

  test('name the middle and the ends where every point is a choice', () => {
    const [question] = questionsOf(of('groc'), 'en');
    const labels = question?.kind === 'choice' ? question.options.map(({ label }) => label) : [];
    expect(labels).toHaveLength(15);
    expect([labels[0], labels[1], labels[7]]).toEqual(['-7: a very great deal worse', '-6', '0: about the same']);
    expect(questionsOf(of('groc'), 'es')).toMatchObject([{ options: { 7: { label: '0: más o menos igual' } } }]);
  });

  test('keep the wording of their authors, with what it is asked about, and leave the unscored one open', () => {
    const asked = questionsOf(of('phq9'), 'es');
    expect(asked).toHaveLength(10);
    expect(asked[8]?.label).toBe(of('phq9').Items[8]?.Text);
    expect(asked[8]?.hint).toMatch(/^Over the last 2 weeks/);
    expect([asked[8]?.isRequired, asked[9]?.isRequired, asked[9]?.hint]).toEqual([true, false, null]);
    expect([isEnglishOnly(of('phq9'), 'es'), isEnglishOnly(of('phq9'), 'en'), isEnglishOnly(of('nprs'), 'es')]).toEqual(
      [true, false, false],
    );
  });
});

const nine = (value: number, last = value) =>
  Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at + 1), at === 8 ? last : value]));

describe('answers are scored as the chart scores them', () => {
  test.each<[string, Record<string, unknown>, number | null]>([
    ['nprs', { 1: 4 }, 4],
    ['nprs', {}, null],
    ['nprs', { 1: 11 }, null],
    ['nprs', { 1: '4' }, null],
    ['nprs', { 1: 4, 2: 1 }, null],
    ['groc', { 1: -7 }, -7],
    ['sane', { 1: 85 }, 85],
    ['sane', { 1: 101 }, null],
    ['phq9', nine(1), 9],
    ['phq9', { ...nine(0, 2), difficulty: 3 }, 2],
    ['phq9', { ...nine(0), 9: undefined }, null],
    ['rmdq', {}, 0],
    ['rmdq', { 1: true, 24: true }, 2],
    ['rmdq', { 1: false }, null],
    ['rmdq', { 25: true }, null],
  ])('%s %j: %s', (key, answers, score) => {
    expect(scoredAnswers(of(key), answers)?.Score ?? null).toBe(score);
  });

  test('in the order of the items, whatever order they came in', () => {
    const scored = scoredAnswers(of('phq2'), { 2: 1, 1: 3 });
    expect(scored?.Answers.map(({ ItemKey }) => ItemKey)).toEqual(['1', '2']);
  });

  test.each<[string, Record<string, number | boolean>]>([
    ['phq2', { 1: 0, 2: 3 }],
    ['rmdq', { 3: true, 20: true }],
  ])('what is kept of %s is what was sent', (key, answers) => {
    expect(keptAnswers(scoredAnswers(of(key), answers)?.Answers ?? [], of(key))).toEqual(answers);
  });
});
