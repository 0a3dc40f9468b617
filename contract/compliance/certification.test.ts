import { describe, expect, test } from 'vitest';
import { complianceClocks } from './compliance-clocks.ts';
import type { ClockPlan, ComplianceFacts } from './facts.ts';
import { clockIn, factsOf, first, payerOf, planFrom, scriptOf, visitOn } from './testing/case-facts.ts';

/** A plan of the first day with the stamps given. */
function certification(plan: Partial<ClockPlan>, today: string, more: Partial<ComplianceFacts> = {}) {
  return clockIn(factsOf({ today, plans: [planFrom(first, plan)], ...more }), 'certification');
}
const order = { scripts: [scriptOf()] };

describe('the initial certification', () => {
  test.each<[string, Partial<ClockPlan>, string, string, string, Partial<ComplianceFacts>?]>([
    ['is due after 30 days', {}, '2026-01-06', 'ok', '2026-02-04'],
    ['is soon 14 days before', {}, '2026-01-21', 'soon', '2026-02-04'],
    ['is not soon 15 days before', {}, '2026-01-20', 'ok', '2026-02-04'],
    ['is due on its day', {}, '2026-02-04', 'due', '2026-02-04'],
    ['is late the day after', {}, '2026-02-05', 'late', '2026-02-04'],
    ['signed on the last day counts', { signedOn: '2026-02-04' }, '2026-03-01', 'ok', '2026-02-04'],
    ['signed the day after is late', { signedOn: '2026-02-05' }, '2026-03-01', 'late', '2026-02-04'],
    ['verbal waits for its signature', { verbalOn: '2026-02-01' }, '2026-02-10', 'soon', '2026-02-15'],
    ['verbal is due on its 14th day', { verbalOn: '2026-02-01' }, '2026-02-15', 'due', '2026-02-15'],
    ['verbal without signature is late', { verbalOn: '2026-02-01' }, '2026-02-16', 'late', '2026-02-15'],
    [
      'verbal 02-01 with a signature of 02-15 counts',
      { verbalOn: '2026-02-01', signedOn: '2026-02-15' },
      '2026-03-01',
      'ok',
      '2026-02-04',
    ],
    [
      'verbal 02-01 with a signature of 02-16 is late',
      { verbalOn: '2026-02-01', signedOn: '2026-02-16' },
      '2026-03-01',
      'late',
      '2026-02-15',
    ],
    ['a late verbal order is none', { verbalOn: '2026-02-05' }, '2026-02-06', 'late', '2026-02-04'],
    ['an order and a plan sent in time suffice', { sentOn: '2026-02-04' }, '2026-03-01', 'ok', '2026-02-04', order],
    ['sent too late does not', { sentOn: '2026-02-05' }, '2026-03-01', 'late', '2026-02-04', order],
    ['sent without an order does not', { sentOn: '2026-01-06' }, '2026-03-01', 'late', '2026-02-04'],
    [
      'an order without referrer is none',
      { sentOn: '2026-01-06' },
      '2026-03-01',
      'late',
      '2026-02-04',
      { scripts: [scriptOf({ ReferringProviderId: null })] },
    ],
    [
      'an order without a day is none',
      { sentOn: '2026-01-06' },
      '2026-03-01',
      'late',
      '2026-02-04',
      { scripts: [scriptOf({ Start: null })] },
    ],
    [
      'an unsigned plan of the therapist is not sent',
      { sentOn: '2026-01-06', signedNoteOn: null },
      '2026-03-01',
      'late',
      '2026-02-04',
      order,
    ],
  ])('%s', (_what, plan, today, state, dueOn, more = {}) => {
    expect(certification(plan, today, more)).toMatchObject({ state, dueOn, from: first });
  });

  test('a plan sent instead of signed suffices from 2025 on', () => {
    const began = (day: string) =>
      clockIn(
        factsOf({
          today: '2025-03-01',
          visits: [visitOn(day)],
          plans: [planFrom(day, { sentOn: day })],
          scripts: [scriptOf({ Start: day })],
        }),
        'certification',
      )?.state;
    expect([began('2024-12-31'), began('2025-01-01')]).toEqual(['late', 'ok']);
  });

  test.each([
    ['2028-01-31', '2028-03-01'],
    ['2027-01-31', '2027-03-02'],
    ['2026-02-20', '2026-03-22'],
    ['2026-10-20', '2026-11-19'],
  ])('of %s is due %s: leap days count, and clocks that change do not', (day, dueOn) => {
    const facts = factsOf({ today: day, visits: [visitOn(day)], plans: [planFrom(day)] });
    expect(clockIn(facts, 'certification')?.dueOn).toBe(dueOn);
  });

  test('late with a reason is explained: the claim goes out with a warning, once it is signed', () => {
    const signed = certification({ signedOn: '2026-02-10', DelayReason: 'The referrer was ill.' }, '2026-03-01');
    expect(signed).toMatchObject({ state: 'late', at: { sign: 'warn', claim: 'warn' }, fix: null });
    expect(signed?.sentence).toBe(
      'Certification was signed 02/10/2026; it was due 02/04/2026. Late, explained: The referrer was ill.',
    );
    expect(certification({ DelayReason: 'The referrer was ill.' }, '2026-03-01')?.at.claim).toBe('hold');
    const silent = certification({ signedOn: '2026-02-10' }, '2026-03-01');
    expect(silent).toMatchObject({ fix: { action: 'explainDelay' }, at: { claim: 'hold' } });
  });

  test.each<[Partial<ClockPlan>, string, string]>([
    [{ signedNoteOn: null }, 'signPlan', 'The therapist has not signed it yet.'],
    [{}, 'sendPlan', 'It has not been sent yet.'],
    [{ sentOn: '2026-01-06' }, 'recordSignature', 'It was sent, but no order is on file.'],
  ])('what to do next: %j', (plan, action, sentence) => {
    const clock = certification(plan, '2026-01-25');
    expect(clock?.fix?.action).toBe(action);
    expect(clock?.sentence).toContain(sentence);
  });

  test('without a plan it is unknown, and late once it was due', () => {
    const on = (today: string) => clockIn(factsOf({ today }), 'certification');
    expect(on('2026-02-04')).toMatchObject({ state: 'unknown', dueOn: '2026-02-04', fix: { action: 'writePlan' } });
    expect(on('2026-02-05')?.state).toBe('late');
  });

  test('nothing runs before the first treatment; a no-show is none', () => {
    const clock = clockIn(factsOf({ visits: [visitOn(first, { stage: 'noShow' })] }), 'certification');
    expect(clock).toMatchObject({ state: 'none', dueOn: null });
  });

  test('only Medicare asks for it, as a second payer too', () => {
    const commercial = payerOf('commercial');
    expect(clockIn(factsOf({ payers: [commercial] }), 'certification')).toBeUndefined();
    expect(clockIn(factsOf({ payers: [commercial, payerOf('medicare')] }), 'certification')).toBeDefined();
  });

  test('it carries its rule with source and day', () => {
    expect(certification({}, first)?.rule).toEqual({
      text:
        'A physician certifies the plan within 30 days of the first treatment. ' +
        'A verbal order needs a signature within 14 days. A signed order and a plan sent in time replace the signature.',
      source: 'Medicare Benefit Policy Manual, chapter 15, section 220.1.3; 42 CFR 424.24',
      since: '2008-01-01',
    });
  });
});

describe('a recertification', () => {
  const second = '2026-04-05';
  const recert = (plan: Partial<ClockPlan>, today: string) =>
    clockIn(
      factsOf({
        today,
        ...order,
        plans: [planFrom(first, { signedOn: first }), planFrom(second, plan)],
        visits: [visitOn(first), visitOn(second)],
      }),
      'recertification',
    );

  test.each<[string, Partial<ClockPlan>, string, string]>([
    ['is due on the last day of the plan before', {}, '2026-04-04', 'due'],
    ['is late after it', {}, '2026-04-05', 'late'],
    ['signed on that day counts', { signedOn: '2026-04-04' }, '2026-05-01', 'ok'],
    ['signed later is late', { signedOn: '2026-04-06' }, '2026-05-01', 'late'],
    ['sent with an order never suffices', { sentOn: '2026-04-01' }, '2026-05-01', 'late'],
    ['a verbal order gives 14 days', { verbalOn: '2026-04-04', signedOn: '2026-04-18' }, '2026-05-01', 'ok'],
  ])('%s', (_what, plan, today, state) => {
    expect(recert(plan, today)).toMatchObject({ state, aboutId: `plan ${second}` });
  });

  test('its clock stands beside the initial one', () => {
    const plans = [planFrom(second), planFrom(first, { signedOn: first })];
    const kinds = complianceClocks(factsOf({ plans, today: '2026-04-01' })).map(
      ({ kind, state }) => `${kind} ${state}`,
    );
    expect(kinds.slice(0, 2)).toEqual(['certification ok', 'recertification soon']);
  });
});
