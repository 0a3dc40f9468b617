import { describe, expect, test } from 'vitest';
import {
  amina,
  aminasCase,
  authorization,
  ben,
  bookingAt,
  factsWith,
  gym,
  harborview,
  ines,
  maya,
  otto,
  riverside,
  tom,
  visitAt,
} from '../testing/schedule.ts';
import { InsuranceId, NonPatientVisitId, PatientId, VisitId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import type { Booking, BookingFacts } from './booking-facts.ts';
import { bookingIssues } from './booking-issues.ts';
import { acceptable, refusing, verdictOf } from './issue.ts';

const ten = '2026-11-18T10:00';
const told = (booking: Booking, facts: Partial<BookingFacts> = {}) =>
  bookingIssues(booking, factsWith(facts)).map(({ code, sentence }) => `${code}: ${sentence}`);
const meeting = (VisitTypeName: string, Start = '2026-11-18T10:30', End = '2026-11-18T11:30') => ({
  NonPatientVisitId: NonPatientVisitId.parse(testId(70)),
  FacilityId: harborview.FacilityId,
  ProviderId: maya.ProviderId,
  VisitTypeName,
  Start,
  End,
});

test('a free time has nothing against it', () => {
  expect(told(bookingAt(ten))).toEqual([]);
});

test('a time that the clocks go over is never booked', () => {
  const sentence = 'The clocks go forward on 03/08/2026: there is no 2:30 AM that night.';
  const booking = { ...bookingAt('2026-03-08T02:30'), End: '2026-03-08T03:15' };
  expect(told(booking)).toContain(`no-such-time: ${sentence}`);
  expect(refusing(bookingIssues(booking, factsWith({})), [])).toMatchObject([{ code: 'no-such-time' }]);
  const ending = { ...bookingAt('2026-03-08T01:45'), End: '2026-03-08T02:30' };
  expect(told(ending)).toContain(`no-such-time: ${sentence}`);
});

test('a time that comes twice is told, and booked as the first of the two', () => {
  const booking = { ...bookingAt('2026-11-01T01:30'), End: '2026-11-01T02:15' };
  const sentence = 'The clocks go back on 11/01/2026: 1:30 AM comes twice that night, and the first one is meant.';
  expect(told(booking)).toContain(`time-twice: ${sentence}`);
  expect(refusing(bookingIssues(booking, factsWith({})), ['closed-day'])).toEqual([]);
});

describe('the provider', () => {
  const busy = 'Maya Okafor is booked 10:00 AM to 10:45 AM.';
  test.each([
    ['a follow-up over a follow-up asks', 'Follow-up', 'Follow-up', [`provider-busy-ask: ${busy}`]],
    ['nothing lies over an evaluation', 'Follow-up', 'Evaluation', [`provider-busy: ${busy}`]],
    ['an evaluation lies over nothing', 'Evaluation', 'Follow-up', [`provider-busy: ${busy}`]],
    ['modalities lie over each other', 'Modality', 'Modality', []],
    ['a modality beside a follow-up asks', 'Modality', 'Follow-up', [`provider-busy-ask: ${busy}`]],
    ['a type that is gone asks', 'Follow-up', 'Aquatics', [`provider-busy-ask: ${busy}`]],
  ])('%s', (_, booked, there, issues) => {
    expect(
      told(bookingAt(ten, { VisitTypeName: booked }), { visits: [visitAt(ten, { VisitTypeName: there })] }),
    ).toEqual(issues);
  });

  test('visits that touch do not clash', () => {
    expect(told(bookingAt(ten), { visits: [visitAt('2026-11-18T09:15'), visitAt('2026-11-18T10:45')] })).toEqual([]);
  });

  test.each(['cancelled', 'noShow', 'lateCancel'] as const)('a visit that is %s takes no place', (stage) => {
    expect(told(bookingAt(ten), { visits: [visitAt(ten, { stage })] })).toEqual([]);
  });

  test('a visit does not clash with itself', () => {
    const visit = visitAt(ten);
    expect(told({ ...bookingAt('2026-11-18T10:15'), ...otto, VisitId: visit.VisitId }, { visits: [visit] })).toEqual(
      [],
    );
  });

  test('who takes two at once is asked for the third, never for an evaluation', () => {
    const providers = [{ ...maya, MaxAtOnce: 2 }];
    const one = visitAt(ten);
    const two = visitAt('2026-11-18T10:30', { PatientId: PatientId.parse(testId(60)) });
    expect(told(bookingAt(ten), { providers, visits: [one] })).toEqual([]);
    // The two meet for a quarter of an hour only, but there all three do.
    expect(told(bookingAt(ten), { providers, visits: [one, two] })).toEqual([
      'provider-busy-ask: Maya Okafor is booked 10:00 AM to 10:45 AM and 10:30 AM to 11:15 AM.',
    ]);
    expect(told(bookingAt(ten, { VisitTypeName: 'Evaluation' }), { providers, visits: [one] })).toHaveLength(1);
  });

  test('a group takes as many as it has places', () => {
    const VisitTypeName = 'Balance class';
    const member = (n: number) =>
      visitAt(ten, {
        VisitTypeName,
        PatientId: PatientId.parse(testId(80 + n)),
        VisitId: VisitId.parse(testId(90 + n)),
      });
    const booking = bookingAt(ten, { VisitTypeName });
    expect(told(booking, { visits: [member(1), member(2)] })).toEqual([]);
    expect(told(booking, { visits: [member(1), member(2), member(3)] })).toEqual([
      'provider-busy: All 3 spots for Balance class with Maya Okafor are taken 10:00 AM to 10:45 AM.',
    ]);
    expect(told(bookingAt(ten), { visits: [member(1)] })).toEqual([`provider-busy-ask: ${busy}`]);
    // A group is treated as one.
    const providers = [{ ...maya, MaxAtOnce: 2 }];
    expect(told(bookingAt(ten), { providers, visits: [member(1), member(2)] })).toEqual([]);
  });

  test.each([
    ['Lunch', ['provider-busy-ask: Maya Okafor has Lunch 10:30 AM to 11:30 AM.']],
    ['Staff meeting', ['provider-busy: Maya Okafor has Staff meeting 10:30 AM to 11:30 AM.']],
    ['Admin time', ['provider-busy-ask: Maya Okafor has Admin time 10:30 AM to 11:30 AM.']],
  ])('%s stands against a patient even for who takes two at once', (VisitTypeName, issues) => {
    const providers = [{ ...maya, MaxAtOnce: 2 }];
    expect(told(bookingAt(ten), { providers, nonPatientVisits: [meeting(VisitTypeName)] })).toEqual(issues);
  });

  test('a meeting over patients asks', () => {
    const booking = bookingAt(ten, { PatientId: null, CaseId: null, VisitTypeName: 'Lunch' });
    expect(told(booking, { visits: [visitAt(ten)] })).toEqual([`provider-busy-ask: ${busy}`]);
  });

  test('many clashes are counted, and no patient is named', () => {
    const visits = ['10:00', '10:05', '10:10', '10:15'].map((time) => visitAt(`2026-11-18T${time}`));
    expect(told(bookingAt(ten), { visits })).toEqual([
      'provider-busy-ask: Maya Okafor is booked 10:00 AM to 10:45 AM, 10:05 AM to 10:50 AM and 2 more times.',
    ]);
  });

  test('a visit over midnight clashes on the next day', () => {
    const visit = visitAt('2026-11-17T23:30', { End: '2026-11-18T01:00' });
    expect(told(bookingAt('2026-11-18T00:30'), { visits: [visit] })).toEqual([
      'provider-busy-ask: Maya Okafor is booked 11:30 PM to 1:00 AM.',
      'outside-hours: Maya Okafor works 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM that day.',
    ]);
  });

  test('a row whose end lies before its start, or is no time, clashes with nothing', () => {
    const backwards = visitAt('2026-11-18T10:30', { End: '2026-11-18T09:00' });
    const broken = visitAt('2026-11-18T10:35', { Start: 'soon', End: 'later' });
    expect(told(bookingAt(ten), { visits: [backwards, broken] })).toEqual([]);
  });
});

describe('the room and the patient', () => {
  test('a room is full when its places are taken', () => {
    const inGym = (n: number) =>
      visitAt(ten, { RoomId: gym.RoomId, ProviderId: ben.ProviderId, VisitId: VisitId.parse(testId(n)) });
    const booking = bookingAt(ten, { RoomId: gym.RoomId });
    expect(told(booking, { visits: [inGym(1)] })).toEqual([]);
    expect(told(booking, { visits: [inGym(1), inGym(2)] })).toEqual(['room-full: Gym is full 10:00 AM to 10:45 AM.']);
    expect(told(bookingAt(ten), { visits: [inGym(1), inGym(2)] })).toEqual([]);
  });

  test('no one is in two places', () => {
    const visits = [visitAt('2026-11-18T10:30', { ...amina, ProviderId: ines.ProviderId })];
    expect(told(bookingAt(ten), { visits })).toEqual([
      'patient-busy: This patient is booked 10:30 AM to 11:15 AM with Inés Duarte.',
    ]);
  });

  test.each([
    [
      'another PT visit that day',
      tom.ProviderId,
      ['same-day: This patient has another PT visit that day, 3:00 PM to 3:45 PM with Tom Reed.'],
    ],
    ['an OT visit that day is another discipline', ines.ProviderId, []],
  ])('%s', (_, ProviderId, issues) => {
    const CaseId = otto.CaseId;
    const visits = [visitAt('2026-11-18T15:00', { PatientId: amina.PatientId, CaseId, ProviderId })];
    expect(told(bookingAt(ten), { visits })).toEqual(issues);
  });

  test('a visit of the case with another discipline is not called one of the booked discipline', () => {
    const visits = [visitAt('2026-11-18T15:00', { ...amina, ProviderId: ines.ProviderId })];
    expect(told(bookingAt(ten), { visits })).toEqual([
      'same-day: This patient has another visit of this case that day, 3:00 PM to 3:45 PM with Inés Duarte.',
    ]);
  });
});

describe('the day', () => {
  const closed = { day: '2026-11-18', Name: 'Thanksgiving', FacilityIds: null };
  const timeOff = (Start: string, End: string) => ({
    providers: [{ ...maya, time_off: [{ Start, End, Reason: 'Private' }] }],
  });
  test.each<[string, Booking, Partial<BookingFacts>, string[]]>([
    ['a holiday', bookingAt(ten), { holidays: [closed] }, ['holiday: Harborview is closed that day: Thanksgiving.']],
    ['a holiday elsewhere', bookingAt(ten), { holidays: [{ ...closed, FacilityIds: [riverside.FacilityId] }] }, []],
    [
      'a Sunday',
      bookingAt('2026-11-22T10:00'),
      {},
      ['closed-day: Maya Okafor does not work at Harborview on Sundays.'],
    ],
    [
      'a day she works elsewhere',
      bookingAt(ten, { FacilityId: riverside.FacilityId }),
      {},
      ['closed-day: Maya Okafor does not work at Riverside on Wednesdays.'],
    ],
    [
      'a custom day without hours',
      bookingAt(ten),
      { customDays: [{ ProviderId: maya.ProviderId, day: '2026-11-18', blocks: [], updated_at: '' }] },
      ['closed-day: Maya Okafor does not work at Harborview on 11/18/2026.'],
    ],
    [
      'time off, whose reason is hers',
      bookingAt(ten),
      timeOff('2026-11-18T08:00', '2026-11-18T10:30'),
      ['time-off: Maya Okafor is off 8:00 AM to 10:30 AM.'],
    ],
    [
      'time off for days',
      bookingAt(ten),
      timeOff('2026-11-16T00:00', '2026-11-21T00:00'),
      ['time-off: Maya Okafor is off all day.'],
    ],
    [
      'time off in the morning',
      bookingAt(ten),
      timeOff('2026-11-17T08:00', '2026-11-18T10:15'),
      ['time-off: Maya Okafor is off until 10:15 AM.'],
    ],
    [
      'time off from then on',
      bookingAt(ten),
      timeOff('2026-11-18T09:30', '2026-11-19T00:00'),
      ['time-off: Maya Okafor is off from 9:30 AM on.'],
    ],
    ['time off that has ended', bookingAt(ten), timeOff('2026-11-18T08:00', ten), []],
    [
      'before she comes',
      bookingAt('2026-11-18T07:30'),
      {},
      ['outside-hours: Maya Okafor works 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM that day.'],
    ],
    [
      'over her lunch break',
      bookingAt('2026-11-18T11:30'),
      {},
      ['outside-hours: Maya Okafor works 8:00 AM to 12:00 PM and 1:00 PM to 5:00 PM that day.'],
    ],
    [
      'who has no hours at all yet',
      bookingAt(ten),
      { providers: [{ ...maya, Schedule: [[], [], [], [], [], [], []] }] },
      ['outside-hours: Maya Okafor has no working hours yet.'],
    ],
    [
      'days this device does not hold',
      bookingAt(ten),
      { known: { from: '2026-11-01', to: '2026-11-17' } },
      ['not-known: This device doesn’t have the other visits on 11/18/2026.'],
    ],
  ])('%s', (_, booking, facts, issues) => {
    expect(told(booking, facts)).toEqual(issues);
  });
});

describe('the case', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => visitAt(`2026-11-${String(n + 1).padStart(2, '0')}T07:00`, amina));
  test.each<[string, Partial<BookingFacts>, string[]]>([
    [
      'after the plan',
      { cases: [{ ...aminasCase, PlanOfCareEnd: '2026-11-17' }] },
      ['outside-plan: The plan of care ends 11/17/2026.'],
    ],
    ['on its last day', { cases: [{ ...aminasCase, PlanOfCareEnd: '2026-11-18' }] }, []],
    [
      'before the plan',
      { cases: [{ ...aminasCase, PlanOfCareStart: '2026-11-19' }] },
      ['outside-plan: The plan of care starts 11/19/2026.'],
    ],
    [
      'after the weeks of the plan',
      { cases: [{ ...aminasCase, PlanOfCareStart: '2026-11-04', PlanWeeks: 2 }] },
      ['outside-plan: The plan of care ends 11/17/2026.'],
    ],
    [
      'with someone of another discipline',
      { providers: [{ ...maya, Type: 'OT' }] },
      ['other-discipline: Maya Okafor, OT, would see a PT case.'],
    ],
    ['with an assistant of the discipline', { providers: [{ ...maya, Type: 'PTA' }] }, []],
    [
      'after the discharge',
      { cases: [{ ...aminasCase, DischargedAt: '2026-11-10' }] },
      ['outside-plan: This case was discharged 11/10/2026.'],
    ],
    ['with an authorization', { authorizations: [authorization()] }, []],
    [
      'when all are booked',
      { authorizations: [authorization({ Allowed: 3 })], visits: days(3) },
      ['past-authorization: All 3 authorized visits until 12/31/2026 are booked.'],
    ],
    [
      'when a cancelled one gives its place back',
      {
        authorizations: [authorization({ Allowed: 3 })],
        visits: [...days(2), { ...visitAt('2026-11-12T07:00', amina), stage: 'noShow' }],
      },
      [],
    ],
    [
      'when visits of another case do not count',
      { authorizations: [authorization({ Allowed: 1 })], visits: [visitAt('2026-11-12T07:00')] },
      [],
    ],
    [
      'after the authorization',
      { authorizations: [authorization({ End: '2026-11-17' })] },
      ['past-authorization: No approved authorization covers 11/18/2026.'],
    ],
    [
      'before an answer',
      { authorizations: [authorization({ Status: 'requested' })] },
      ['past-authorization: No approved authorization covers 11/18/2026.'],
    ],
    [
      'a second authorization has room for what the first has not',
      {
        authorizations: [authorization({ Allowed: 2, End: '2026-11-30' }), authorization({ Allowed: 2 })],
        visits: days(3),
      },
      [],
    ],
    [
      'both payers have to allow it',
      {
        authorizations: [authorization(), authorization({ InsuranceId: InsuranceId.parse(testId(55)), Allowed: 1 })],
        visits: days(1),
      },
      ['past-authorization: The only authorized visit until 12/31/2026 is booked.'],
    ],
    [
      'units that nobody recorded limit the days alone',
      { authorizations: [authorization({ Kind: 'units', Allowed: 1 })], visits: days(4) },
      [],
    ],
    [
      'when all units are used',
      {
        authorizations: [authorization({ Kind: 'units', Allowed: 8 })],
        visits: days(2).map((one) => ({ ...one, Units: 4 })),
      },
      ['past-authorization: All 8 authorized units until 12/31/2026 are booked.'],
    ],
    [
      'when visits to come are expected to take the last units',
      {
        authorizations: [authorization({ Kind: 'units', Allowed: 8 })],
        visits: days(2).map((one, at) => ({ ...one, Units: at === 0 ? 4 : 0 })),
      },
      ['past-authorization: All 8 authorized units until 12/31/2026 are booked.'],
    ],
    [
      'when units are left',
      {
        authorizations: [authorization({ Kind: 'units', Allowed: 9 })],
        visits: days(2).map((one) => ({ ...one, Units: 4 })),
      },
      [],
    ],
    [
      'when both the units of one and the visits of the other are full',
      {
        authorizations: [authorization({ Kind: 'units', Allowed: 4 }), authorization({ Allowed: 1 })],
        visits: days(2).map((one) => ({ ...one, Units: 4 })),
      },
      ['past-authorization: Every authorization for that day is fully booked.'],
    ],
    [
      'after the script',
      { scripts: [{ CaseId: amina.CaseId, Start: '2026-10-01', End: '2026-11-01', Visits: null }] },
      ['past-script: No script covers 11/18/2026.'],
    ],
    [
      'past the visits of the script',
      { scripts: [{ CaseId: amina.CaseId, Start: null, End: null, Visits: 2 }], visits: days(2) },
      ['past-script: All 2 visits of the script are booked.'],
    ],
  ])('%s', (_, facts, issues) => {
    expect(told(bookingAt(ten), facts)).toEqual(issues);
  });
});

test('the gravest is told first; what is hard is never accepted, what is amber never refuses', () => {
  const facts = {
    visits: [visitAt(ten, { ...amina, ProviderId: ben.ProviderId })],
    providers: [{ ...maya, time_off: [{ Start: ten, End: '2026-11-18T12:00', Reason: '' }] }, ben],
    cases: [{ ...aminasCase, PlanOfCareEnd: '2026-11-17' }],
  };
  const issues = bookingIssues(bookingAt(ten), factsWith(facts));
  expect(issues.map((one) => one.code)).toEqual(['patient-busy', 'time-off', 'outside-plan']);
  expect(verdictOf(issues)).toBe('red');
  expect(acceptable(issues)).toBeNull();
  expect(refusing(issues, ['time-off', 'patient-busy']).map((one) => one.code)).toEqual(['patient-busy']);
  const withoutHard = issues.slice(1);
  expect(acceptable(withoutHard)).toEqual(['time-off']);
  expect(refusing(withoutHard, [])).toHaveLength(1);
  expect(refusing(withoutHard, ['time-off'])).toEqual([]);
});
