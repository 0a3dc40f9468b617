import { describe, expect, test } from 'vitest';
import { isAboutNow, lastFourOf, whenArrived } from './arrivals.ts';
import { kioskEndpoints } from './endpoints.ts';
import { codeAlphabet, enrollmentCode, showCode } from './enrollment-code.ts';
import { checkinSteps, nextStep, type CheckinStep } from './flow.ts';
import { idleAt } from './idle.ts';
import { isMinorOn } from './is-minor.ts';

const minute = 60_000;

test.each([
  [-61, false],
  [-60, true],
  [0, true],
  [180, true],
  [181, false],
])('a visit that starts in %i minutes is about now: %s', (minutes, isIt) => {
  const now = Date.UTC(2026, 10, 18, 15);
  expect(isAboutNow(now + minutes * minute, now)).toBe(isIt);
});

test.each([
  ['as it was told', '2026-11-18T15:05:00Z', '2026-11-18T15:05:00Z'],
  ['of a clock that is behind: when the day of the visit begins', '2026-11-17T15:05:00Z', '2026-11-18T05:00:00Z'],
  ['of a clock that is ahead: now', '2026-11-18T20:00:01Z', '2026-11-18T20:00:00Z'],
])('an arrival counts %s', (_, told, at) => {
  const [firstMoment, now] = [new Date('2026-11-18T05:00:00Z'), new Date('2026-11-18T20:00:00Z')];
  expect(whenArrived({ told: new Date(told), firstMoment, now })).toEqual(new Date(at));
});

test('of a visit of a day to come, an arrival counts now', () => {
  const [firstMoment, now] = [new Date('2026-11-19T05:00:00Z'), new Date('2026-11-18T20:00:00Z')];
  expect(whenArrived({ told: new Date('2026-11-18T15:05:00Z'), firstMoment, now })).toEqual(now);
});

test.each([
  ['2008-11-18', '2026-11-17', true],
  ['2008-11-18', '2026-11-18', false],
  ['2008-02-29', '2026-02-28', true],
  ['2008-02-29', '2026-03-01', false],
])('somebody born on %s is a minor on %s: %s', (born, day, isIt) => {
  expect(isMinorOn(born, day)).toBe(isIt);
});

test.each([
  ['(978) 555-0101', '0101'],
  ['+1 978 555 0101', '0101'],
  ['555-0101', null],
  ['', null],
  [null, null],
])('of the phone %s the last four are %s', (phone, four) => {
  expect(lastFourOf(phone)).toBe(four);
});

test.each([
  ['abcd-2345', 'ABCD2345'],
  [' ABCD 2345 ', 'ABCD2345'],
  ['ABCD234', null],
  ['ABCD23456', null],
  ['ABCD234O', null],
  ['ABCD2341', null],
  ['', null],
])('what is typed as %j stands for the code %s', (typed, code) => {
  expect(enrollmentCode(typed)).toBe(code);
});

test('a code is read as it is shown, and no two of its letters look alike', () => {
  expect(showCode('ABCD2345')).toBe('ABCD-2345');
  expect([...'01OIL'].filter((letter) => codeAlphabet.includes(letter))).toEqual([]);
  expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length);
});

describe('the screens of a check-in', () => {
  const walk = (asked: readonly CheckinStep[]) => {
    const seen: CheckinStep[] = [];
    for (let step = nextStep(null, asked); seen.at(-1) !== step; step = nextStep(step, asked)) seen.push(step);
    return seen;
  };
  test.each<[readonly CheckinStep[], readonly CheckinStep[]]>([
    [checkinSteps, ['patientIntake', 'onlineScheduling', 'success']],
    [['success'], ['success']],
    [[], ['success']],
    [
      ['patientIntake', 'success'],
      ['patientIntake', 'success'],
    ],
    [['onlineScheduling'], ['onlineScheduling', 'success']],
    [
      ['success', 'onlineScheduling', 'patientIntake'],
      ['patientIntake', 'onlineScheduling', 'success'],
    ],
  ])('of %j are %j', (asked, seen) => {
    expect(walk(asked)).toEqual(seen);
  });
});

test.each([
  [0, { state: 'active' }],
  [59.999, { state: 'active' }],
  [60, { state: 'warned', secondsLeft: 30 }],
  [89.5, { state: 'warned', secondsLeft: 1 }],
  [90, { state: 'over' }],
  // The tablet slept.
  [86_400, { state: 'over' }],
  // Its clock was set back: by how long it was idle meanwhile is not known.
  [-3_600, { state: 'over' }],
  [-0.2, { state: 'active' }],
])('%d seconds after the last touch it is %j', (seconds, idle) => {
  expect(idleAt(1_000_000, 1_000_000 + seconds * 1000)).toEqual(idle);
});

test('an API that does not tell of dismissed arrivals has none', () => {
  expect(kioskEndpoints.arrivals.reply.parse({ arrivals: [] })).toEqual({ arrivals: [], dismissed: [] });
});
