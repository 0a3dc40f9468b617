import { expect, test } from 'vitest';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { ribbonOf, worstState } from './ribbon.ts';
import {
  authorizationOf,
  bookedOn,
  factsOf,
  first,
  noteOn,
  payerOf,
  planFrom,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';

const ribbon = (more: Partial<ComplianceFacts>) => {
  const facts = factsOf(more);
  return ribbonOf(facts, complianceClocks(facts));
};

test.each([
  [['ok', 'late', 'due'], 'late'],
  [['ok', 'due', 'soon'], 'due'],
  [['unknown', 'soon'], 'soon'],
  [['ok', 'unknown'], 'unknown'],
  [['none', 'ok'], 'ok'],
  [['none'], 'none'],
  [[], 'none'],
] as const)('of %j the gravest is %s', (states, worst) => {
  expect(worstState(states.map((state) => ({ state })))).toBe(worst);
});

const seven = weekdays(7);
const shown = () =>
  ribbon({
    payers: [payerOf('medicare', { rules: { ...payerOf('medicare').rules, ScriptRequired: true } })],
    today: seven.at(-1) ?? '',
    visits: seven.map((day) => visitOn(day)),
    booked: weekdays(12)
      .slice(7)
      .map((day) => bookedOn(day)),
    plans: [planFrom(first, { sentOn: '2026-01-06', signedOn: '2026-01-12' }), planFrom('2026-02-02')],
    notes: [
      noteOn(first, { NoteType: 'eval' }),
      noteOn('2026-01-02', { signedOn: null }),
      noteOn('2026-01-07', { isByAssistant: true }),
    ],
    scripts: [scriptOf({ Visits: 10 })],
    authorizations: [authorizationOf({ Allowed: 10 })],
    thresholdCents: 700_00,
  });

test('plans are bars over the days they cover', () => {
  expect(shown().bars.map(({ from, to, state }) => [from, to, state])).toEqual([
    [first, '2026-04-04', 'ok'],
    ['2026-02-02', '2026-05-02', 'ok'],
  ]);
});

test('what happened is dots by day; drafts and an assistant’s reports are none', () => {
  expect(shown().dots.map(({ kind, on }) => [kind, on])).toEqual([
    ['eval', first],
    ['sent', '2026-01-06'],
    ['signed', '2026-01-12'],
  ]);
  const reported = ribbon({ notes: [noteOn('2026-01-09')], today: '2026-01-12' });
  expect(reported.dots).toMatchObject([{ kind: 'report', on: '2026-01-09', aboutId: 'note 2026-01-09' }]);
});

test('what runs is chips, the gravest first, each with sentence, rule and the clock it is of', () => {
  const { chips, worst } = shown();
  expect(chips.map(({ label, state }) => `${label}: ${state}`)).toEqual([
    'Script 7 of 10, out 01/19: soon',
    'Auth 7 of 10, out 01/19: soon',
    'Plan to 05/02: ok',
    'Day 7 of 10: ok',
    'KX $700.00 of $2,480.00: ok',
  ]);
  expect(worst).toBe('soon');
  expect(chips[0]).toMatchObject({
    sentence: '7 of 10 visits on the script used. It does not cover the visit on 01/19/2026.',
    rule: { source: 'Payer rules of Medicare' },
    fix: { action: 'addScript' },
  });
});

test('of claims to send the gravest alone has a chip', () => {
  const visits = [visitOn('2026-03-02', { stage: 'billing' }), visitOn(first, { stage: 'billing' })];
  const payers = [payerOf('commercial', { TimelyFilingDays: 60 })];
  const { chips } = ribbon({ visits, payers, today: '2026-03-10' });
  expect(chips.map(({ label, state }) => `${label}: ${state}`)).toEqual(['Claim by 03/06: late']);
});

test('unknown says so, and certification shows once there is something to do', () => {
  const { chips } = ribbon({ today: '2026-02-05' });
  expect(chips.map(({ label, state }) => `${label}: ${state}`)).toEqual([
    'Certification by 02/04: late',
    'Plan unknown: unknown',
    'KX unknown: unknown',
    'Day 1 of 10: ok',
  ]);
});

test('without anything to keep it is empty', () => {
  expect(ribbon({ payers: [] })).toEqual({ bars: [], dots: [], chips: [], worst: 'none' });
});
