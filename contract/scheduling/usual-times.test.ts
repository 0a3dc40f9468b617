import { expect, test } from 'vitest';
import type { VisitStage } from '../visits/stage.ts';
import { usualOf } from './usual-times.ts';

const at = (Start: string, more: { VisitTypeName?: string; stage?: VisitStage } = {}) => ({
  Start,
  VisitTypeName: 'PT Follow-up',
  stage: 'closed' as VisitStage,
  ...more,
});
const monday = { weekday: 1, time: '10:00' };
const thursday = { weekday: 4, time: '14:30' };

test('the times of the last visits, as many as the plan of care has in a week', () => {
  const visits = [
    at('2026-11-02T08:00', { VisitTypeName: 'PT Evaluation' }),
    at('2026-11-05T14:30'),
    at('2026-11-09T10:00'),
    at('2026-11-12T14:30'),
    at('2026-11-16T10:00'),
  ];
  expect(usualOf(visits, 2)).toEqual({ VisitTypeName: 'PT Follow-up', times: [monday, thursday] });
  expect(usualOf(visits, 1)).toEqual({ VisitTypeName: 'PT Follow-up', times: [monday] });
});

test('a canceled visit and a no-show are no habit, and nobody has one before the first visit', () => {
  const visits = [at('2026-11-09T10:00'), at('2026-11-13T07:00', { stage: 'noShow' })];
  expect(usualOf(visits, 2).times).toEqual([monday]);
  expect(usualOf([], 2)).toEqual({ times: [] });
});

test('two times of one weekday count as one', () => {
  const visits = [at('2026-11-09T10:00'), at('2026-11-16T10:00'), at('2026-11-23T11:00')];
  expect(usualOf(visits, 2).times).toEqual([monday]);
});
