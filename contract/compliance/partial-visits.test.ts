import { expect, test } from 'vitest';
import {
  payerOf,
  authorizationOf,
  bookedOn,
  clockIn,
  factsOf,
  noteOn,
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
