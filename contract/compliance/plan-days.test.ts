import { expect, test } from 'vitest';
import type { ClockPlan, ComplianceFacts } from './facts.ts';
import { coveredPlans, planOn } from './plan-coverage.ts';
import { bookedOn, clockIn, factsOf, first, payerOf, planFrom, visitOn } from './testing/case-facts.ts';

const planDays = (plans: ClockPlan[], today = first, more: Partial<ComplianceFacts> = {}) =>
  clockIn(factsOf({ today, plans, ...more }), 'planDays');

test.each<[string, Partial<ClockPlan>, string]>([
  ['90 days, the first one counted', {}, '2026-04-04'],
  ['its own end, where that is earlier', { To: '2026-03-01' }, '2026-03-01'],
  ['90 days, where its own end is later', { To: '2026-06-01' }, '2026-04-04'],
  ['the end the referrer set', { To: '2026-03-01', limitedTo: '2026-02-10' }, '2026-02-10'],
])('it covers %s', (_what, plan, dueOn) => {
  expect(planDays([planFrom(first, plan)])?.dueOn).toBe(dueOn);
});

test.each([
  ['2028-01-01', '2028-03-30'],
  ['2027-01-01', '2027-03-31'],
  ['2026-02-01', '2026-05-01'],
  ['2026-10-01', '2026-12-29'],
])('90 days from %s end %s, over leap days and changes of clocks', (day, dueOn) => {
  expect(planDays([planFrom(day)], day, { visits: [visitOn(day)] })?.dueOn).toBe(dueOn);
});

test.each([
  ['2026-03-20', 'ok', 75],
  ['2026-03-21', 'soon', 76],
  ['2026-04-04', 'due', 90],
  ['2026-04-05', 'late', 91],
])('on %s it is %s, day %i of 90', (today, state, used) => {
  expect(planDays([planFrom(first)], today)).toMatchObject({ state, used, of: 90 });
});

test('its days count from the initial treatment, also where the plan is written later', () => {
  expect(planDays([planFrom('2026-01-12')], '2026-01-12')).toMatchObject({ from: first, dueOn: '2026-04-04' });
});

test('the visit that falls past it is named, and warns who books', () => {
  const past = bookedOn('2026-04-06');
  const clock = planDays([planFrom(first)], '2026-02-01', { booked: [past, bookedOn('2026-04-03')] });
  expect(clock).toMatchObject({ state: 'ok', fallsOnVisitId: past.VisitId, at: { book: 'warn', claim: 'none' } });
  expect(clock?.sentence).toBe(
    'The plan of care covers visits through 04/04/2026. The visit on 04/06/2026 is past it.',
  );
});

test('a next plan without a gap goes on', () => {
  const next = planFrom('2026-04-05', { To: '2026-05-31' });
  expect(planDays([planFrom(first), next], '2026-04-01')).toMatchObject({ state: 'ok', dueOn: '2026-05-31' });
  const late = planFrom('2026-04-07');
  expect(planDays([planFrom(first), late], '2026-04-01')).toMatchObject({ state: 'soon', dueOn: '2026-04-04' });
});

test('a treated visit without a plan holds its claim alone', () => {
  const stray = visitOn('2026-04-06');
  const visits = [visitOn(first), stray, visitOn('2026-04-07')];
  const clock = planDays([planFrom(first), planFrom('2026-04-07')], '2026-04-08', { visits });
  expect(clock).toMatchObject({ state: 'late', uncoveredVisitIds: [stray.VisitId], at: { claim: 'hold' } });
  const ended = planDays([planFrom(first)], '2026-04-08');
  expect(ended).toMatchObject({ state: 'late', uncoveredVisitIds: [], at: { checkIn: 'warn', claim: 'none' } });
});

test('the law counts where the payer has no days of its own', () => {
  const medicare = payerOf('medicare', { rules: { ...payerOf('medicare').rules, CertificationPeriodDays: 0 } });
  expect(planDays([planFrom(first)], first, { payers: [medicare] })).toMatchObject({
    dueOn: '2026-04-04',
    rule: { source: 'Medicare Benefit Policy Manual, chapter 15, section 220.1.3; 42 CFR 424.24', since: '2008-01-01' },
  });
});

test('what is missing is unknown', () => {
  expect(planDays([])).toMatchObject({ state: 'unknown', fix: { action: 'writePlan' }, at: { claim: 'hold' } });
  expect(planDays([], first, { visits: [] })?.state).toBe('none');
  const commercial = { payers: [payerOf('commercial')] };
  expect(planDays([], first, commercial)).toBeUndefined();
  expect(planDays([planFrom(first)], first, commercial)?.state).toBe('unknown');
  expect(planDays([], first, { payers: [payerOf('commercial', { rules: {} })] })?.state).toBe('unknown');
});

test('a payer with fewer days than the law', () => {
  const strict = payerOf('medicaid', { rules: { ...payerOf('medicaid').rules, CertificationPeriodDays: 60 } });
  const clock = planDays([planFrom(first)], first, { payers: [payerOf('medicare'), strict] });
  expect(clock).toMatchObject({ dueOn: '2026-03-05', rule: { source: 'Payer rules of Acme Health' } });
});

test('the plan of a day', () => {
  const plans = coveredPlans(factsOf({ plans: [planFrom(first), planFrom('2026-03-01')] }));
  const on = (day: string) => planOn(plans, day)?.plan.From ?? null;
  expect([on('2026-01-04'), on(first), on('2026-02-28'), on('2026-03-01'), on('2026-05-29'), on('2026-05-30')]).toEqual(
    [null, first, first, '2026-03-01', '2026-03-01', null],
  );
});
