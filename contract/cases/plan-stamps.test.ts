import { describe, expect, test } from 'vitest';
import { PlanStampId } from '../base/ids.ts';
import { planOfCareRow, stampOf } from '../testing/plans.ts';
import { testId } from '../testing/rows.ts';
import { certifierRefusal, medicareDaysRefusal, planOfCareRefusals } from './plan-of-care-refusal.ts';
import { planOnCase } from './plan-on-case.ts';
import { currentPlan, planFrozen, stampedDays, stampRefusals, standing } from './plan-stamps.ts';

const plan = planOfCareRow;
const id = (n: number) => PlanStampId.parse(testId(n));

test.each([
  ['2026-01-05', '2026-04-04', null],
  ['2026-01-05', '2026-04-05', 'Medicare certifies at most 90 days. Choose 04/04/2026 or an earlier day.'],
  ['2028-01-01', '2028-03-30', null],
  ['2028-01-01', '2028-03-31', 'Medicare certifies at most 90 days. Choose 03/30/2028 or an earlier day.'],
])('Medicare and a plan from %s to %s: %s', (From, To, refusal) => {
  expect(medicareDaysRefusal({ From, To })).toBe(refusal);
});

test.each([
  ['MD', true],
  ['DO', true],
  ['NP', true],
  ['MD, MDC', true],
  [null, true],
  ['DC', false],
  ['D.C.', false],
  ['dc, CCSP', false],
])('Medicare and a certifier with the credential %s', (credential, isTaken) => {
  expect(certifierRefusal(credential) === null).toBe(isTaken);
});

test('a plan does not end before it begins', () => {
  expect(planOfCareRefusals({ From: '2026-01-05', To: '2026-01-04' })).toEqual({
    To: 'The plan of care cannot end before it begins.',
  });
  expect(planOfCareRefusals({ From: '2026-01-05', To: '2026-01-05' })).toEqual({});
});

describe('stamps', () => {
  const sent = stampOf({ PlanStampId: id(1), Kind: 'sent', On: '2026-01-08' });
  const earlier = stampOf({ PlanStampId: id(2), Kind: 'sent', On: '2026-01-06' });
  const signed = stampOf({ PlanStampId: id(3), Kind: 'signed', On: '2026-01-12' });
  const limited = stampOf({ PlanStampId: id(4), Kind: 'limited', LimitedTo: '2026-02-10' });
  const delay = stampOf({ PlanStampId: id(5), Kind: 'delay', Reason: 'The referrer was ill.' });
  const written = { ...plan, writtenOn: '2026-01-05' };
  const withdrawn = (CorrectsStampId: PlanStampId) =>
    stampOf({ PlanStampId: id(9), Kind: 'withdrawn', CorrectsStampId, Reason: 'Wrong patient.' });

  test('the first day of each kind counts', () => {
    expect(stampedDays([sent, earlier, signed, limited, delay])).toEqual({
      sentOn: '2026-01-06',
      signedOn: '2026-01-12',
      verbalOn: null,
      limitedTo: '2026-02-10',
      DelayReason: 'The referrer was ill.',
    });
  });

  test('what was withdrawn holds no longer, and both stay on record', () => {
    expect(standing([sent, withdrawn(id(1))])).toEqual([]);
    expect(stampedDays([sent, earlier, withdrawn(id(2))]).sentOn).toBe('2026-01-08');
  });

  test.each([
    [{}, {}],
    [{ On: '2026-02-02' }, { On: 'This day is in the future.' }],
    [{ Kind: 'limited' as const }, { LimitedTo: 'Enter the last day allowed, 01/05/2026 to 04/04/2026.' }],
    [
      { Kind: 'limited' as const, LimitedTo: '2026-04-05' },
      { LimitedTo: 'Enter the last day allowed, 01/05/2026 to 04/04/2026.' },
    ],
    [{ Kind: 'limited' as const, LimitedTo: '2026-04-04' }, {}],
    [{ LimitedTo: '2026-03-01' }, { LimitedTo: 'Only a limit has a last day.' }],
    [{ Kind: 'delay' as const, Reason: ' ' }, { Reason: 'Enter the reason.' }],
    [
      { Kind: 'withdrawn' as const, Reason: 'Wrong.', CorrectsStampId: id(7) },
      { CorrectsStampId: 'This entry was withdrawn already.' },
    ],
    [{ Kind: 'withdrawn' as const, Reason: 'Wrong.', CorrectsStampId: id(1) }, {}],
    [{ CorrectsStampId: id(1) }, { CorrectsStampId: 'Only a withdrawal names another entry.' }],
  ])('%j is refused: %j', (more, refusals) => {
    expect(stampRefusals(stampOf({ PlanStampId: id(8), ...more }), written, [sent], '2026-02-01')).toEqual(refusals);
  });

  test.each([
    ['2026-01-08', {}],
    ['2026-01-07', { On: 'This plan of care was sent 01/08/2026. Enter that day or a later one.' }],
    ['2026-01-04', { On: 'This plan of care was written 01/05/2026. Enter that day or a later one.' }],
    ['2026-02-02', { On: 'This day is in the future.' }],
  ])('one signed on %s is refused: %j', (On, refusals) => {
    expect(stampRefusals({ ...signed, By: 'Dr. Lee', On }, written, [sent], '2026-02-01')).toEqual(refusals);
  });

  test('one signed before a day that is not known, or that was withdrawn, is taken', () => {
    const of = { ...signed, By: 'Dr. Lee', On: '2026-01-05' };
    expect(stampRefusals(of, { ...plan, writtenOn: null }, [], '2026-02-01')).toEqual({});
    expect(stampRefusals(of, written, [sent, withdrawn(id(1))], '2026-02-01')).toEqual({});
  });

  test.each([null, '', ' '])('one signed by %j names no one', (By) => {
    expect(stampRefusals({ ...signed, By }, written, [sent], '2026-02-01')).toEqual({ By: 'Enter who signed it.' });
  });

  test('a plan that went out or whose note is signed stays as it is', () => {
    expect(planFrozen([], false)).toBeNull();
    expect(planFrozen([limited, delay], false)).toBeNull();
    expect(planFrozen([], true)).toContain('is signed');
    expect(planFrozen([sent], false)).toContain('was sent or signed');
    expect(planFrozen([sent, withdrawn(id(1))], false)).toBeNull();
  });
});

test('the case shows the latest plan', () => {
  const shown = {
    VisitsPerWeek: plan.VisitsPerWeek,
    PlanWeeks: plan.PlanWeeks,
    PlanOfCareStart: plan.From,
    PlanOfCareEnd: plan.To,
  };
  const of = (PlanOfCareStart: string | null, PlanOfCareEnd: string | null = null) => ({
    PlanOfCareStart,
    PlanOfCareEnd,
  });
  expect(planOnCase(of(null), plan)).toEqual(shown);
  expect(planOnCase(of('2025-12-01'), plan)).toEqual(shown);
  expect(planOnCase(of('2026-02-01'), plan)).toEqual({});
  expect(planOnCase(of('2026-02-01'), plan, { From: '2026-02-01' })).toEqual(shown);
  const whole = { ...shown, PlanOfCareStart: '2025-10-07' };
  expect(planOnCase(of('2025-10-07', '2026-01-04'), plan)).toEqual(whole);
  expect(planOnCase(of('2025-10-07', '2026-01-03'), plan)).toEqual(shown);
  expect(planOnCase(of('2025-10-07', '2026-04-04'), plan, { From: '2026-01-06' })).toEqual(whole);
});

test.each([
  ['2026-01-04', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['2026-03-01', '2026-03-01'],
  ['2027-01-01', '2026-03-01'],
])('on %s the plan from %s is the current one', (today, from) => {
  const plans = [plan, { ...plan, From: '2026-03-01', To: '2026-05-29' }];
  expect(currentPlan(plans, today)?.From).toBe(from);
  expect(currentPlan([], today)).toBeNull();
});
