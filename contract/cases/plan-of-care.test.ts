import { expect, test } from 'vitest';
import { planDays, planEnd, plannedVisits, planState, planWords } from './plan-of-care.ts';

const none = { VisitsPerWeek: null, PlanWeeks: null, PlanOfCareStart: null, PlanOfCareEnd: null };
const plan = { ...none, VisitsPerWeek: 2, PlanWeeks: 6, PlanOfCareStart: '2026-11-02' };

test.each([
  ['2026-11-02', 6, '2026-12-13'],
  ['2026-10-26', 1, '2026-11-01'],
  ['2028-02-23', 1, '2028-02-29'],
  ['2026-12-28', 2, '2027-01-10'],
])('from %s for %i weeks ends on %s', (start, weeks, end) => {
  expect(planEnd(start, weeks)).toBe(end);
});

test('the end that was written holds over the weeks', () => {
  expect(planDays(plan)).toEqual({ from: '2026-11-02', to: '2026-12-13' });
  expect(planDays({ ...plan, PlanOfCareEnd: '2026-12-01' }).to).toBe('2026-12-01');
  expect(planDays({ ...plan, PlanOfCareStart: null }).to).toBeNull();
});

test.each([
  [plan, 12, '2x/week for 6 weeks'],
  [{ ...plan, PlanWeeks: 1 }, 2, '2x/week for 1 week'],
  [{ ...plan, PlanWeeks: null }, null, '2x/week'],
  [none, null, null],
])('says how often: %#', (of, visits, words) => {
  expect(plannedVisits(of)).toBe(visits);
  expect(planWords(of)).toBe(words);
});

test.each([
  ['2026-11-28', 'holds'],
  ['2026-11-29', 'endsSoon'],
  ['2026-12-13', 'endsSoon'],
  ['2026-12-14', 'ended'],
])('on %s it %s', (day, state) => {
  expect(planState(plan, day)).toBe(state);
  expect(planState(none, day)).toBe('none');
});
