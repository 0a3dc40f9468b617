import { expect, test } from 'vitest';
import { complianceClocks } from './compliance-clocks.ts';
import { ribbonOf } from './ribbon.ts';
import { signWarnings } from './sign-warnings.ts';
import {
  payerOf,
  authorizationOf,
  bookedOn,
  clockIn,
  factsOf,
  noteOn,
  planFrom,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';

const days = weekdays(6);
const today = days.at(-1) ?? '';
const some = { today, visits: days.map((day) => visitOn(day)), areVisitsPartial: true };
const sentence = 'You can’t see all visits of this case, so this can’t be counted.';

test.each([
  ['with few days', days],
  ['with none', []],
  ['with more than a period', weekdays(14)],
])('treatment days %s are unknown to who sees some visits only', (_name, seen) => {
  const visits = seen.map((day) => visitOn(day));
  const facts = factsOf({ ...some, visits, notes: [noteOn(days[0] ?? '', { NoteType: 'eval' })] });
  expect(clockIn(facts, 'progressReport')).toMatchObject({ state: 'unknown', sentence, used: null, of: null });
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'progressReport')?.state).not.toBe('unknown');
  expect(clockIn(facts, 'therapistTookPart')).toMatchObject({ state: 'unknown', sentence });
});

const began = '2026-01-05';
const seenFrom = '2026-01-20';
const signed = (on: string) => planFrom(began, { signedOn: on });
const unseen = planFrom(began, { NoteId: 'note of another', isNoteSeen: false, signedNoteOn: null });
const ofSome = { today: '2026-01-25', visits: [visitOn(seenFrom)], areVisitsPartial: true };

test.each([
  ['no treatment is seen', { visits: [], plans: [] }, 'none'],
  ['no treatment is seen of a plan', { visits: [], plans: [planFrom(began)] }, 'none'],
  ['no plan is there, and a day seen is not long ago', { plans: [] }, 'unknown'],
  ['no plan is there, and a day seen is long ago', { plans: [], today: '2026-02-25' }, 'late'],
  ['a plan is signed in time from its first day', { plans: [signed('2026-02-04')] }, 'ok'],
  ['a plan is signed in time only from the first day seen', { plans: [signed('2026-02-05')] }, 'ok'],
  ['a plan is signed late from the first day seen', { plans: [signed('2026-02-20')], today: '2026-02-25' }, 'late'],
  ['a plan waits, and its first day is long ago', { plans: [planFrom(began)], today: '2026-02-10' }, 'soon'],
  ['a plan waits', { plans: [planFrom(began)], today: '2026-01-21' }, 'ok'],
  ['a plan began after the first day seen', { plans: [planFrom('2026-01-21')], today: '2026-01-22' }, 'ok'],
  [
    'others treated before a plan and before the first day seen',
    { plans: [planFrom('2026-01-21', { signedOn: '2026-02-10' })], today: '2026-02-12' },
    'ok',
  ],
  [
    'a plan of a note that is not seen was sent',
    { plans: [{ ...unseen, sentOn: began }], today: '2026-02-25' },
    'late',
  ],
])('certification where %s is unknown to who sees some visits', (_name, more, ofAll) => {
  const facts = factsOf({ ...ofSome, ...more });
  const clock = clockIn(facts, 'certification');
  expect(clock).toMatchObject({ state: 'unknown', dueOn: null, from: null });
  expect(clock?.sentence).toMatch(/^You can’t see all visits of this case/);
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'certification')?.state).toBe(ofAll);
});

test('a signature that is not known to be late asks its signer for no reason', () => {
  const plans = [{ ...unseen, sentOn: began }];
  const facts = factsOf({ ...ofSome, plans, today: '2026-02-25', scripts: [scriptOf()] });
  const note = { NoteId: 'mine', VisitId: null, NoteType: 'daily' as const, AlsoTypes: [], NoteDate: '2026-02-25' };
  const asked = (of: typeof facts) =>
    signWarnings(of, note, { ProviderId: 'me', isAssistant: false }).filter(({ needsReason }) => needsReason);
  expect(asked(facts)).toEqual([]);
  expect(asked({ ...facts, areVisitsPartial: false })).not.toEqual([]);
});

test('nobody who sees some visits is asked to sign a plan whose note they cannot see', () => {
  const seen = { ...ofSome, plans: [{ ...unseen, sentOn: began }] };
  expect(clockIn(factsOf(seen), 'certification')?.fix?.action).toBe('recordSignature');
  const second = { ...planFrom('2026-04-01'), isNoteSeen: false, signedNoteOn: null, sentOn: '2026-04-02' };
  const third = { ...second, PlanOfCareId: 'third', From: '2026-06-20' };
  const clocks = complianceClocks(factsOf({ ...seen, plans: [unseen, second, third], today: '2026-06-21' }));
  const again = clocks.filter(({ kind }) => kind === 'recertification');
  expect(again.map(({ state, aboutId, fix }) => [state, aboutId, fix?.action])).toEqual([
    ['unknown', second.PlanOfCareId, 'recordSignature'],
    ['soon', 'third', 'recordSignature'],
  ]);
  expect(again[1]?.sentence).toBe('The plan of care must be certified by 06/29/2026. It was sent 04/02/2026.');
});

const next = planFrom('2026-04-15');
test.each([
  ['a first plan, by the law', { plans: [planFrom(began)] }, 'unknown', 'ok'],
  ['a first plan that ended, by the law', { plans: [planFrom(began)], today: '2026-05-10' }, 'unknown', 'late'],
  ['a first plan that no visit is seen of', { plans: [planFrom(began)], visits: [] }, 'unknown', 'ok'],
  ['no plan, and no visit', { plans: [], visits: [] }, 'unknown', 'none'],
  [
    'a later plan',
    { plans: [planFrom(began), next], today: '2026-04-20', visits: [visitOn('2026-04-16')] },
    'ok',
    'ok',
  ],
  [
    'a later plan, and a visit that the first may not have covered',
    { plans: [planFrom(began), next], today: '2026-04-20', visits: [visitOn(seenFrom), visitOn('2026-04-10')] },
    'unknown',
    'ok',
  ],
  [
    'a later plan, and a visit that the first cannot have covered',
    {
      plans: [planFrom(began), planFrom('2026-05-01')],
      today: '2026-05-02',
      visits: [visitOn(seenFrom), visitOn('2026-04-25')],
    },
    'late',
    'late',
  ],
])('days of %s: to who sees some visits, and to who sees all', (_name, more, toSome, toAll) => {
  const facts = factsOf({ ...ofSome, ...more });
  const clock = clockIn(facts, 'planDays');
  const isUnknown = toSome === 'unknown';
  expect([clock?.state, clock?.dueOn === null, clock?.used === null]).toEqual([toSome, isUnknown, isUnknown]);
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'planDays')?.state).toBe(toAll);
});

test('a first plan that states its last day, of a payer that counts no days, covers through that day', () => {
  const payers = [payerOf('commercial', { rules: { CertificationPeriodDays: 0 } })];
  const facts = factsOf({ ...ofSome, payers, plans: [planFrom(began, { To: '2026-03-31' })] });
  expect(clockIn(facts, 'planDays')).toMatchObject({
    state: 'ok',
    dueOn: '2026-03-31',
    from: null,
    used: null,
    of: null,
  });
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'planDays')).toMatchObject({ from: seenFrom, used: 6, of: 71 });
});

test('the bar of a first plan ends where it says, not where days that are not all seen would end', () => {
  const facts = factsOf({ ...ofSome, plans: [planFrom(began)] });
  const bar = (of: typeof facts) => ribbonOf(of, []).bars[0]?.to;
  expect([bar(facts), bar({ ...facts, areVisitsPartial: false })]).toEqual([null, '2026-04-19']);
});

test('the first treatment of a chiropractor that nobody is seen to have entered may be in a note that is not seen', () => {
  const facts = factsOf({ ...ofSome, discipline: 'DC', visits: [] });
  expect(clockIn(facts, 'initialTreatment')).toMatchObject({ state: 'unknown', fix: null });
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'initialTreatment')?.state).toBe('none');
});

test('what a script or an authorization has left is unknown, and what ran out stays so', () => {
  const payers = [payerOf('commercial')];
  const facts = factsOf({
    ...some,
    payers,
    scripts: [scriptOf({ Visits: 20 })],
    authorizations: [authorizationOf({ Allowed: 20 })],
  });
  expect(clockIn(facts, 'script')).toMatchObject({ state: 'unknown', sentence });
  expect(clockIn(facts, 'authorization')).toMatchObject({ state: 'unknown', sentence });
  const usedUp = factsOf({
    ...facts,
    booked: [bookedOn(today, '17')],
    authorizations: [authorizationOf({ Allowed: 3 })],
  });
  expect(clockIn(usedUp, 'authorization')?.state).toMatch(/due|late/);
  const dated = factsOf({ ...facts, scripts: [scriptOf({ Visits: null })], authorizations: [] });
  expect(clockIn(dated, 'script')?.state).toBe('ok');
});
