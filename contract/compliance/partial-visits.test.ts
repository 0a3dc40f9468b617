import { expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
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
const signed = (days: number) => planFrom(began, { signedOn: addDays(began, days) });

test.each([
  ['no treatment is seen', { visits: [], plans: [] }, 'unknown', 'none'],
  ['no treatment is seen of a plan', { visits: [], plans: [planFrom(began)] }, 'unknown', 'none'],
  ['no plan is there, and a day seen is not long ago', { plans: [] }, 'unknown', 'unknown'],
  ['no plan is there, and a day seen is long ago', { plans: [], today: '2026-02-25' }, 'late', 'late'],
  ['a plan is signed in time from its first day', { plans: [signed(30)] }, 'ok', 'ok'],
  ['a plan is signed in time only from the first day seen', { plans: [signed(31)] }, 'unknown', 'ok'],
  ['a plan is signed late from any day', { plans: [signed(46)], today: '2026-02-25' }, 'late', 'late'],
  ['a plan waits, and its first day is long ago', { plans: [planFrom(began)], today: '2026-02-10' }, 'unknown', 'soon'],
  ['a plan waits', { plans: [planFrom(began)], today: '2026-01-21' }, 'unknown', 'ok'],
  ['a plan began after the first day seen', { plans: [planFrom('2026-01-21')], today: '2026-01-22' }, 'ok', 'ok'],
])('certification where %s: to who sees some visits, and to who sees all', (_name, more, ofSome, ofAll) => {
  const facts = factsOf({ today: '2026-01-25', visits: [visitOn(seenFrom)], areVisitsPartial: true, ...more });
  const clock = clockIn(facts, 'certification');
  expect(clock?.state).toBe(ofSome);
  const isUnknown = ofSome === 'unknown';
  const isSaid = clock?.sentence.startsWith('You can’t see all visits');
  expect([clock?.dueOn === null, isSaid]).toEqual([isUnknown, isUnknown]);
  expect(clockIn({ ...facts, areVisitsPartial: false }, 'certification')?.state).toBe(ofAll);
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
