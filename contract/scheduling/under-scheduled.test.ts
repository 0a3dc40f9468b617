import { expect, test } from 'vitest';
import { amina, aminasCase, authorization, otto, visitAt } from '../testing/schedule.ts';
import { underScheduled, type PlannedCase } from './under-scheduled.ts';

/** A Wednesday. */
const today = '2026-11-18';
const twice: PlannedCase = {
  ...aminasCase,
  ...amina,
  PlanOfCareStart: '2026-11-02',
  VisitsPerWeek: 2,
  PlanWeeks: 6,
};
type Facts = Parameters<typeof underScheduled>[0];
const counted = (facts: Partial<Facts>) =>
  underScheduled({ cases: [twice], visits: [], authorizations: [], today, ...facts }).flatMap((one) =>
    one.weeks.map((week) => `${week.week}: ${week.booked} of ${week.planned}, ${week.missing} missing`),
  );
const of = (...days: string[]) => days.map((day) => visitAt(`${day}T10:00`, amina));

test.each<[string, Partial<Facts>, string[]]>([
  ['nothing booked', {}, ['2026-11-15: 0 of 2, 2 missing', '2026-11-22: 0 of 2, 2 missing']],
  ['all booked', { visits: of('2026-11-16', '2026-11-19', '2026-11-23', '2026-11-26') }, []],
  [
    'what was kept this week counts, what was cancelled does not',
    {
      visits: [
        ...of('2026-11-16', '2026-11-23', '2026-11-24'),
        visitAt('2026-11-19T10:00', { ...amina, stage: 'cancelled' }),
      ],
    },
    ['2026-11-15: 1 of 2, 1 missing', '2026-11-22: 2 of 2, 0 missing'],
  ],
  [
    'visits of others do not count',
    { visits: [visitAt('2026-11-19T10:00', otto)], cases: [{ ...twice, PlanOfCareEnd: '2026-11-21' }] },
    ['2026-11-15: 0 of 2, 2 missing', '2026-11-22: 0 of 0, 0 missing'],
  ],
  [
    'not more than the week has days left',
    { today: '2026-11-21' },
    ['2026-11-15: 0 of 2, 1 missing', '2026-11-22: 0 of 2, 2 missing'],
  ],
  [
    'not more than the authorization has left, all that is booked counted',
    { authorizations: [authorization({ Allowed: 3 })], visits: of('2026-11-03', '2026-12-01') },
    ['2026-11-15: 0 of 2, 1 missing', '2026-11-22: 0 of 2, 0 missing'],
  ],
  [
    'no one is asked to book past the authorization',
    { authorizations: [authorization({ Allowed: 1 })], visits: of('2026-11-03') },
    [],
  ],
  [
    'an authorization that starts next week',
    { authorizations: [authorization({ Start: '2026-11-25' })] },
    ['2026-11-15: 0 of 2, 0 missing', '2026-11-22: 0 of 2, 2 missing'],
  ],
  ['a plan that is over', { cases: [{ ...twice, PlanWeeks: 2 }] }, []],
  ['a case that was discharged', { cases: [{ ...twice, DischargedAt: '2026-11-14' }] }, []],
  ['a case without a plan', { cases: [{ ...twice, VisitsPerWeek: null }] }, []],
])('%s', (_, facts, weeks) => {
  expect(counted(facts)).toEqual(weeks);
});

test('who misses most comes first', () => {
  const once = { ...twice, ...otto, VisitsPerWeek: 1 };
  const list = underScheduled({ cases: [once, twice], visits: [], authorizations: [], today });
  expect(list.map((one) => [one.CaseId, one.missing])).toEqual([
    [amina.CaseId, 4],
    [otto.CaseId, 2],
  ]);
});
