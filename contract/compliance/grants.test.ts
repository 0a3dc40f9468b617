import { describe, expect, test } from 'vitest';
import { AuthorizationId, InsuranceId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import type { ClockPayer, ComplianceFacts } from './facts.ts';
import {
  authorizationOf,
  bookedOn,
  clockIn,
  factsOf,
  first,
  payerOf,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';

const compensation = payerOf('workersComp');
const treated = (count: number) => weekdays(count).map((day) => visitOn(day));
const bookedAfter = (count: number, booked: number) =>
  weekdays(count + booked)
    .slice(count)
    .map((day) => bookedOn(day));
const today = weekdays(6).at(-1) ?? first;
/** Five visits treated, and so many booked from today on. */
const of = (booked: number, more: Partial<ComplianceFacts> = {}) =>
  factsOf({ payers: [compensation], today, visits: treated(5), booked: bookedAfter(5, booked), ...more });
const ruled = (rules: Partial<ClockPayer['rules']>) => ({
  ...compensation,
  rules: { ...compensation.rules, ...rules },
});

describe('an authorization', () => {
  const clock = (booked: number, authorization = {}, more: Partial<ComplianceFacts> = {}) =>
    clockIn(of(booked, { authorizations: [authorizationOf(authorization)], ...more }), 'authorization');

  test.each<[string, number, object, string, number | null]>([
    ['plenty left', 4, {}, 'ok', null],
    ['two left once all took place', 5, {}, 'soon', null],
    ['just enough', 7, {}, 'soon', null],
    ['the visit it does not reach', 8, {}, 'soon', 7],
    ['none left', 2, { Allowed: 5 }, 'due', 0],
    ['its last day', 0, { End: today }, 'due', null],
    ['past its last day', 2, { End: weekdays(5).at(-1) }, 'late', 0],
    ['a visit past its last day', 8, { End: weekdays(8).at(-1), Allowed: 30 }, 'soon', 3],
    ['no number', 2, { Number: '0000' }, 'soon', null],
    ['by dates alone', 2, { Kind: 'dates', Allowed: null }, 'ok', null],
    ['by units on average of three a visit', 3, { Kind: 'units', Allowed: 23 }, 'soon', 2],
    ['counting booked visits as used', 8, { CountRule: 'scheduled' }, 'due', 7],
  ])('%s', (_what, booked, authorization, state, falls) => {
    const visit = falls === null ? null : (bookedAfter(5, booked)[falls] ?? null);
    expect(clock(booked, authorization)).toMatchObject({ state, fallsOnVisitId: visit?.VisitId ?? null });
  });

  test('its count, its run-out and its sentence', () => {
    const out = bookedAfter(5, 8)[7];
    expect(clock(8)).toMatchObject({
      used: 5,
      of: 12,
      dueOn: out?.Start.slice(0, 10),
      at: { book: 'warn', claim: 'none' },
      sentence: '5 of 12 visits used. The authorization ends 06/30/2026. It does not cover the visit on 01/21/2026.',
    });
  });

  test('a second one takes the visits the first has no room for', () => {
    const second = authorizationOf({ AuthorizationId: AuthorizationId.parse(testId(99)), End: '2026-12-31' });
    const authorizations = [authorizationOf({ Allowed: 6 }), second];
    expect(clock(8, {}, { authorizations })).toMatchObject({ fallsOnVisitId: null, of: 6 });
  });

  test('visits used elsewhere count, and those they include do not count again', () => {
    const carriedIn = { AsOf: weekdays(3).at(-1) ?? '', TreatmentDays: 0, VisitsUsed: 6, Cents: [] };
    expect(clock(4, {}, { carriedIn })).toMatchObject({ used: 8, of: 12 });
    expect(clock(5, {}, { carriedIn })?.fallsOnVisitId).toBe(bookedAfter(5, 5)[4]?.VisitId);
  });

  test('a treated visit beyond it holds its own claim', () => {
    const last = treated(5).at(-1);
    expect(clock(0, { Allowed: 4 })).toMatchObject({
      state: 'late',
      uncoveredVisitIds: [last?.VisitId],
      at: { claim: 'hold' },
    });
    const free = { payers: [ruled({ AuthorizationRequired: 'none' })] };
    expect(clock(0, { Allowed: 4 }, free)).toMatchObject({
      state: 'due',
      uncoveredVisitIds: [],
      at: { claim: 'none' },
    });
  });

  test.each<[string, Partial<ComplianceFacts>, string | undefined, number]>([
    ['none where the payer asks before the evaluation', {}, 'late', 5],
    ['none, before any visit', { visits: [] }, 'due', 0],
    ['only requested', { authorizations: [authorizationOf({ Status: 'requested' })] }, 'late', 5],
    ['none where the payer does not ask', { payers: [ruled({ AuthorizationRequired: 'none' })] }, undefined, 0],
    ['none where the rule is not known', { payers: [{ ...compensation, rules: {} }] }, 'unknown', 0],
    ['none where the payer asks after it', { payers: [ruled({ AuthorizationRequired: 'afterEval' })] }, 'late', 4],
    [
      'none after the evaluation alone',
      { payers: [ruled({ AuthorizationRequired: 'afterEval' })], visits: treated(1) },
      'due',
      0,
    ],
  ])('%s', (_what, more, state, uncovered) => {
    const found = clockIn(of(1, more), 'authorization');
    expect(found?.state).toBe(state);
    expect(found?.uncoveredVisitIds ?? []).toHaveLength(uncovered);
  });

  test('each policy has its own', () => {
    const InsuranceIdOfSecond = InsuranceId.parse(testId(55));
    const payers = [compensation, { ...compensation, InsuranceId: InsuranceIdOfSecond, Name: 'Second' }];
    const facts = of(1, { payers, authorizations: [authorizationOf()] });
    expect(clockIn(facts, 'authorization')?.state).toBe('ok');
    expect(clockIn({ ...facts, payers: payers.slice(1) }, 'authorization')?.state).toBe('late');
  });
});

describe('a script', () => {
  const clock = (booked: number, script = {}, more: Partial<ComplianceFacts> = {}) =>
    clockIn(of(booked, { scripts: [scriptOf(script)], ...more }), 'script');

  test.each<[string, number, object, string, number | null]>([
    ['without limits', 9, {}, 'ok', null],
    ['with plenty left', 4, { Visits: 12 }, 'ok', null],
    ['with two left once all took place', 5, { Visits: 12 }, 'soon', null],
    ['that a booked visit passes', 8, { Visits: 12 }, 'soon', 7],
    ['used up', 1, { Visits: 5 }, 'due', 0],
    ['seven days before its end', 0, { End: '2026-01-19' }, 'soon', null],
    ['eight days before its end', 0, { End: '2026-01-20' }, 'ok', null],
    ['on its last day', 0, { End: today }, 'due', null],
    ['past its last day', 1, { End: weekdays(5).at(-1) }, 'late', 0],
  ])('%s', (_what, booked, script, state, falls) => {
    const visit = falls === null ? null : (bookedAfter(5, booked)[falls] ?? null);
    expect(clock(booked, script)).toMatchObject({ state, fallsOnVisitId: visit?.VisitId ?? null });
  });

  test('one that ended without harm holds no claim; a visit past it does', () => {
    expect(clock(0, { End: weekdays(5).at(-1) })).toMatchObject({
      state: 'late',
      at: { checkIn: 'warn', claim: 'none' },
    });
    expect(clock(0, { End: weekdays(4).at(-1) })).toMatchObject({
      uncoveredVisitIds: [treated(5).at(-1)?.VisitId],
      at: { claim: 'hold' },
    });
  });

  test('visits used elsewhere count', () => {
    const carriedIn = { AsOf: weekdays(3).at(-1) ?? '', TreatmentDays: 0, VisitsUsed: 6, Cents: [] };
    expect(clock(0, { Visits: 12 }, { carriedIn })).toMatchObject({ used: 8, of: 12, uncoveredVisitIds: [] });
  });

  test('a missing one is late where it is asked for, and unknown where the rule is', () => {
    expect(clockIn(of(1), 'script')).toMatchObject({
      state: 'late',
      at: { claim: 'hold' },
      fix: { action: 'addScript' },
    });
    expect(clockIn(of(1, { visits: [] }), 'script')?.state).toBe('due');
    expect(clockIn(of(1, { payers: [{ ...compensation, rules: {} }] }), 'script')?.state).toBe('unknown');
    expect(clockIn(of(1, { payers: [ruled({ ScriptRequired: false })] }), 'script')).toBeUndefined();
  });
});
