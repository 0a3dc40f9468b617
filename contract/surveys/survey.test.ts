import { describe, expect, test } from 'vitest';
import { checkedAnswers } from './check-answers.ts';
import { askableFrom, careSurvey, feelingOf, netPromoterScore, surveyOf, surveyState } from './survey.ts';

describe('answers', () => {
  test.each([
    [{ recommend: 0 }, { recommend: 0 }],
    [
      { recommend: 10, comment: ' Kind people ', callMe: false },
      { recommend: 10, comment: 'Kind people', callMe: false },
    ],
    [{ recommend: 7, comment: '', callMe: null }, { recommend: 7 }],
    [{ recommend: 7, comment: '  ' }, { recommend: 7 }],
    [{ comment: 'No score' }, null],
    [{ recommend: 11 }, null],
    [{ recommend: -1 }, null],
    [{ recommend: 7.5 }, null],
    [{ recommend: '7' }, null],
    [{ recommend: 7, callMe: 'yes' }, null],
    [{ recommend: 7, other: 1 }, null],
    [{ recommend: 7, comment: 'x'.repeat(1_001) }, null],
  ])('%j is kept as %j', (answers, kept) => {
    expect(checkedAnswers(careSurvey, answers)).toEqual(kept);
  });
});

const now = new Date('2026-11-18T12:00:00Z');

test.each([
  [null, 'open'],
  ['2026-11-18T11:00:00Z', 'changeable'],
  ['2026-11-17T12:00:01Z', 'changeable'],
  ['2026-11-17T12:00:00Z', 'closed'],
])('answered at %s it is %s', (answeredAt, state) => {
  expect(surveyState(answeredAt, now)).toBe(state);
});

test.each([
  [null, null],
  ['2026-10-19T12:00:00Z', null],
  ['2026-10-19T12:00:01Z', '2026-11-18T12:00:01.000Z'],
])('asked at %s, the next time is %s', (lastSentAt, from) => {
  expect(askableFrom(lastSentAt, now)?.toISOString() ?? null).toBe(from);
});

test.each([
  [[9, 10, 10, 9], null],
  [[10, 9, 8, 7, 6], 20],
  [[0, 0, 0, 0, 0], -100],
  [[10, 10, 9, 9, 10], 100],
  [[10, 10, 9, 8, 6, 0], 17],
])('%j have the score %s', (scores, score) => {
  expect(netPromoterScore(scores)).toBe(score);
});

test('the ends of each kind', () => {
  expect([0, 6, 7, 8, 9, 10].map(feelingOf)).toEqual([
    'detractor',
    'detractor',
    'neutral',
    'neutral',
    'promoter',
    'promoter',
  ]);
});

test('a version that is not known is none', () => {
  expect(surveyOf({ SurveyKey: 'care', version: 1 })).toBe(careSurvey);
  expect(surveyOf({ SurveyKey: 'care', version: 2 })).toBeUndefined();
});
