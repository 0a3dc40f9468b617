import { describe, expect, test } from 'vitest';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import {
  authorizationOf,
  bookedOn,
  clockIn,
  factsOf,
  first,
  noteOn,
  payerOf,
  planFrom,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';

const kinds = (facts: ComplianceFacts) => complianceClocks(facts).map(({ kind }) => kind);

describe('which clocks run', () => {
  test('for Medicare in therapy', () => {
    expect(kinds(factsOf({ plans: [planFrom(first)] }))).toEqual([
      'certification',
      'planDays',
      'progressReport',
      'therapistTookPart',
      'threshold',
    ]);
  });

  test('for a patient who pays, none, whatever is on file', () => {
    const own = { plans: [planFrom(first)], scripts: [scriptOf()], authorizations: [authorizationOf()] };
    const open = [visitOn(first, { stage: 'billing' })];
    expect(kinds(factsOf({ ...own, visits: open, payers: [payerOf('selfPay')] }))).toEqual([]);
    expect(kinds(factsOf({ ...own, visits: open, payers: [] }))).toEqual([]);
  });

  test('for an unknown payer, all of them unknown', () => {
    const clocks = complianceClocks(factsOf({ payers: null }));
    expect(new Set(clocks.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect(clocks.map(({ kind }) => kind)).toContain('certification');
    expect(kinds(factsOf({ payers: null, discipline: 'DC' }))).toEqual([
      'initialTreatment',
      'script',
      'authorization',
      'timelyFiling',
    ]);
  });

  test('for a payer without rules of its own, none', () => {
    expect(kinds(factsOf({ payers: [payerOf('commercial')] }))).toEqual([]);
  });

  test('for Medicare and a chiropractor, the initial date and the claims alone', () => {
    const visits = [visitOn(first, { Discipline: 'DC', stage: 'billing' })];
    expect(kinds(factsOf({ discipline: 'DC', visits }))).toEqual(['initialTreatment', 'timelyFiling']);
  });

  test('after discharge, what claims still rest on', () => {
    const discharged = { case: { ...factsOf().case, DischargedAt: '2026-02-01' }, today: '2026-02-01' };
    const visits = [visitOn(first, { stage: 'billing' })];
    expect(kinds(factsOf({ ...discharged, visits, plans: [planFrom(first)] }))).toEqual([
      'certification',
      'threshold',
      'timelyFiling',
    ]);
  });

  test('every clock says something, with a rule and its source', () => {
    const facts = factsOf({
      plans: [planFrom(first), planFrom('2026-02-01')],
      scripts: [scriptOf()],
      authorizations: [authorizationOf()],
      visits: [visitOn(first, { stage: 'billing' })],
      today: '2026-06-01',
    });
    for (const { sentence, rule } of complianceClocks(facts)) {
      expect(sentence).toMatch(/^[A-Z0-9$].*\.$/);
      expect(rule.text).toMatch(/\.$/);
      expect(rule.source).not.toBe('');
    }
    expect(JSON.parse(JSON.stringify(complianceClocks(facts)))).toEqual(complianceClocks(facts));
  });
});

describe('the threshold', () => {
  const clock = (more: Partial<ComplianceFacts>) => clockIn(factsOf(more), 'threshold');

  test.each<[number | null, string]>([
    [null, 'unknown'],
    [0, 'ok'],
    [2_480_00, 'ok'],
    [2_480_01, 'due'],
  ])('of 2026 at %s cents is %s', (thresholdCents, state) => {
    expect(clock({ thresholdCents })).toMatchObject({ state, of: 2_480_00, used: thresholdCents });
  });

  test('unknown warns the claim and holds nothing', () => {
    expect(clock({ thresholdCents: null })?.at).toEqual({ book: 'none', checkIn: 'none', sign: 'none', claim: 'warn' });
  });

  test('the year that no source has is unknown', () => {
    expect(clock({ today: '2027-01-04', thresholdCents: 100_00 })).toMatchObject({
      state: 'unknown',
      of: null,
      sentence: 'The threshold of 2027 is not known yet.',
    });
  });

  test('above 3,000 dollars the review is mentioned', () => {
    expect(clock({ thresholdCents: 3_000_00 })?.sentence).toBe('$3,000.00 of $2,480.00 used in 2026.');
    expect(clock({ thresholdCents: 3_000_01 })?.sentence).toContain('Above $3,000.00 Medicare may review the chart.');
  });

  test('the booked visit that is likely to pass it, from what visits here cost on average', () => {
    const visits = weekdays(4).map((day) => visitOn(day));
    const booked = weekdays(10)
      .slice(4)
      .map((day) => bookedOn(day));
    // 400 dollars of four visits here and 1,900 elsewhere: 180 are left, so the second visit passes.
    const carriedIn = {
      AsOf: '2026-01-01',
      TreatmentDays: 0,
      VisitsUsed: 0,
      Cents: [
        { Bucket: 'ptSlp', Year: 2026, Cents: 1_900_00 },
        { Bucket: 'ot', Year: 2026, Cents: 50_00 },
        { Bucket: 'ptSlp', Year: 2025, Cents: 70_00 },
      ],
    } satisfies ComplianceFacts['carriedIn'];
    const of = { visits, booked, carriedIn, today: booked[0]?.Start.slice(0, 10) ?? '', thresholdCents: 2_300_00 };
    expect(clock(of)).toMatchObject({ state: 'soon', fallsOnVisitId: booked[1]?.VisitId });
    expect(clock({ ...of, thresholdCents: 1_900_00 })).toMatchObject({ state: 'ok', fallsOnVisitId: null });
    expect(clock({ ...of, booked: booked.slice(0, 1) })?.state).toBe('ok');
  });

  test('physical and speech therapy share one, occupational has its own, chiropractic none', () => {
    expect(clock({ discipline: 'SLP' })?.rule.text).toContain('share one amount');
    expect(clock({ discipline: 'OT' })?.rule.text).toContain('has its own');
    expect(clock({ discipline: 'DC' })).toBeUndefined();
    expect(clock({ payers: [payerOf('commercial')] })).toBeUndefined();
  });
});

describe('timely filing', () => {
  const open = visitOn(first, { stage: 'billing' });
  const clock = (today: string, more: Partial<ComplianceFacts> = {}) =>
    clockIn(factsOf({ visits: [open], today, payers: [payerOf('medicaid')], ...more }), 'timelyFiling');

  test.each([
    ['2026-03-05', 'ok', 'none'],
    ['2026-03-06', 'soon', 'warn'],
    ['2026-04-05', 'due', 'warn'],
    ['2026-04-06', 'late', 'hold'],
  ])('90 days after the visit: on %s it is %s', (today, state, claim) => {
    expect(clock(today)).toMatchObject({ state, dueOn: '2026-04-05', aboutId: open.VisitId, at: { claim } });
  });

  test('by the rules of the visit’s day', () => {
    const dated = payerOf('medicaid', {
      DatedRules: [
        { ...dates(120), EffectiveFrom: null },
        { ...dates(60), EffectiveFrom: '2026-01-06' },
      ],
    });
    expect(clock(first, { payers: [dated] })?.of).toBe(120);
    const later = visitOn('2026-01-06', { stage: 'review' });
    expect(clock(first, { payers: [dated], visits: [later] })?.of).toBe(60);
  });

  test('one for every unsubmitted visit, of whatever discipline, and none for others', () => {
    const stages = ['scheduled', 'inProgress', 'review', 'billing', 'submitted', 'closed', 'noShow'] as const;
    const visits = stages.map((stage, at) => visitOn(weekdays(7)[at] ?? first, { stage, Discipline: 'OT' }));
    const filing = complianceClocks(factsOf({ visits })).filter(({ kind }) => kind === 'timelyFiling');
    expect(filing.map(({ aboutId }) => aboutId)).toEqual(visits.slice(1, 4).map(({ VisitId }) => VisitId));
  });

  function dates(TimelyFilingDays: number) {
    return {
      UnitMethod: 'cms' as const,
      TherapyModifierRequired: true,
      AssistantModifierRequired: true,
      SubstitutesG0283: true,
      TimelyFilingDays,
    };
  }
});

test('the first treatment date of a chiropractor is known, or it holds the claim', () => {
  const clock = (more: Partial<ComplianceFacts>) =>
    clockIn(factsOf({ discipline: 'DC', visits: [visitOn(first, { Discipline: 'DC' })], ...more }), 'initialTreatment');
  expect(clock({ initialTreatmentOn: '2025-12-30' })).toMatchObject({ state: 'ok', from: '2025-12-30' });
  expect(clock({})).toMatchObject({ state: 'unknown', at: { sign: 'warn', claim: 'hold' } });
  expect(clock({ visits: [] })?.state).toBe('none');
});

test('a whole episode: every clock on its way', () => {
  const days = weekdays(10);
  const today = days.at(-1) ?? '';
  const facts = factsOf({
    today,
    visits: days.map((day, at) => visitOn(day, { byTherapist: at === 0 })),
    plans: [planFrom(first, { sentOn: '2026-01-06', To: '2026-03-01' })],
    scripts: [scriptOf()],
    authorizations: [authorizationOf()],
    notes: [noteOn(first, { NoteType: 'eval' })],
    thresholdCents: 1_000_00,
  });
  const states = complianceClocks(facts).map(({ kind, state }) => `${kind} ${state}`);
  expect(states).toEqual([
    'certification ok',
    'planDays ok',
    'progressReport due',
    'therapistTookPart ok',
    'threshold ok',
    'script ok',
    'authorization soon',
  ]);
});
