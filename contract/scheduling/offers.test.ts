import { describe, expect, test } from 'vitest';
import { chanceFrom } from '#server/demo/random.ts';
import { CaseId, PatientId, VisitId, VisitRequestId } from '../base/ids.ts';
import {
  aminasCase,
  amina,
  authorization,
  factsWith,
  harborview,
  ines,
  maya,
  otto,
  visitAt,
} from '../testing/schedule.ts';
import { testId } from '../testing/rows.ts';
import { defaultFillRule, type FillRule } from './fill-rule.ts';
import { fittingRequests, offersDue, stopTime, type Asked, type OfferFacts, type Round } from './offers.ts';
import type { VisitRequest } from './visit-request.ts';
import { addMinutes } from './wall-time.ts';

// A Tuesday.
const day = '2026-11-24';
const slot = {
  FacilityId: harborview.FacilityId,
  ProviderId: maya.ProviderId,
  RoomId: null,
  Start: `${day}T10:00`,
  End: `${day}T10:45`,
};
const always = Array.from({ length: 7 }, () => [{ start: '00:00', end: '23:59' }]);

function request(other: Partial<VisitRequest> = {}): VisitRequest {
  return {
    VisitRequestId: VisitRequestId.parse(testId(900)),
    ...amina,
    FacilityId: harborview.FacilityId,
    ProviderId: null,
    VisitTypeName: 'Follow-up',
    Minutes: 45,
    grid: always,
    Priority: 2,
    Expires: '2026-12-31',
    Note: null,
    state: 'open',
    VisitId: null,
    AskedAt: '2026-11-18T12:00:00.000Z',
    updated_at: '2026-11-18T12:00:00.000Z',
    ...other,
  };
}

const plans = [
  { ...aminasCase, PatientId: amina.PatientId, Discipline: 'PT' as const },
  { ...aminasCase, ...otto, Discipline: 'PT' as const },
];
const factsOf = (other: Partial<OfferFacts> = {}): OfferFacts => ({ ...factsWith(), cases: plans, ...other });

/** Only on Tuesdays, between these times. */
const tuesdays = (start: string, end: string) => always.map((_, at) => (at === 2 ? [{ start, end }] : []));
const has = (plan: object) => ({ cases: [{ ...plans[0], ...plan } as (typeof plans)[0]] });

describe('who may have a free time', () => {
  test.each<[string, Partial<VisitRequest>, Partial<OfferFacts>, boolean]>([
    ['who waits for anything like it', {}, {}, true],
    ['with this provider', { ProviderId: maya.ProviderId }, {}, true],
    ['not with another', { ProviderId: ines.ProviderId }, {}, false],
    ['not at another facility', { FacilityId: testId(40) as never }, {}, false],
    ['shorter', { Minutes: 30 }, {}, true],
    ['not longer than the time is', { Minutes: 60 }, {}, false],
    ['within the hours they can come', { grid: tuesdays('10:00', '10:45') }, {}, true],
    ['not when a minute of it lies outside', { grid: tuesdays('10:01', '12:00') }, {}, false],
    ['not on another weekday', { grid: always.map((one, at) => (at === 2 ? [] : one)) }, {}, false],
    ['not of a type that the facility has not', { VisitTypeName: 'Hydrotherapy' }, {}, false],
    ['not of another discipline', {}, has({ Discipline: 'OT' }), false],
    ['not after they wait no longer', { Expires: '2026-11-23' }, {}, false],
    ['not who was withdrawn', { state: 'withdrawn' }, {}, false],
    ['not before the case starts', {}, has({ StartDate: '2026-11-25' }), false],
    ['not after the plan of care', {}, has({ PlanOfCareEnd: '2026-11-23' }), false],
    ['not after the discharge', {}, has({ DischargedAt: '2026-11-20' }), false],
    ['with an authorization', {}, { authorizations: [authorization()] }, true],
    ['not beyond it', {}, { authorizations: [authorization({ End: '2026-11-20' })] }, false],
    [
      'not when it is booked up',
      {},
      { authorizations: [authorization({ Allowed: 1 })], visits: [visitAt('2026-11-26T09:00', amina)] },
      false,
    ],
    [
      'when the visit that uses it up is given up for this one',
      { VisitId: visitAt('2026-11-26T09:00').VisitId },
      { authorizations: [authorization({ Allowed: 1 })], visits: [visitAt('2026-11-26T09:00', amina)] },
      true,
    ],
    [
      'not with a script that has ended',
      {},
      { scripts: [{ CaseId: amina.CaseId, Start: null, End: '2026-11-20', Visits: null }] },
      false,
    ],
    ['not who has another visit of that discipline that day', {}, { visits: [visitAt(`${day}T15:00`, amina)] }, false],
    ['not when someone else has the time', {}, { visits: [visitAt(`${day}T10:30`)] }, false],
    ['whoever cancelled it does not have it', {}, { visits: [visitAt(`${day}T10:00`, { stage: 'cancelled' })] }, true],
    ['not of a provider who has left', {}, { providers: [{ ...maya, Inactive: true }] }, false],
    ['not of a provider who is not with the clinic yet', {}, { providers: [{ ...maya, pending: true }] }, false],
    ['not of a provider who is gone', {}, { providers: [] }, false],
    ['not at a facility that is closed', {}, { facilities: [{ ...harborview, Inactive: true }] }, false],
    ['not on a holiday', {}, { holidays: [{ day, Name: 'Founders', FacilityIds: null }] }, false],
    [
      'not later than the visit they have',
      { VisitId: visitAt('2026-11-23T09:00').VisitId },
      { visits: [visitAt('2026-11-23T09:00', amina)] },
      false,
    ],
  ])('%s', (_, asks, given, isFitting) => {
    expect(fittingRequests(slot, [request(asks)], factsOf(given))).toHaveLength(isFitting ? 1 : 0);
  });

  test('by priority, then who waits longest, then whose next visit is furthest away; each patient once', () => {
    const people = [1, 2, 3, 4].map((n) => ({
      PatientId: PatientId.parse(testId(910 + n)),
      CaseId: CaseId.parse(testId(920 + n)),
    }));
    const cases = people.map((one) => ({ ...aminasCase, ...one, Discipline: 'PT' as const }));
    const of = (n: number, other: Partial<VisitRequest> = {}) =>
      request({ ...people[n - 1], VisitRequestId: VisitRequestId.parse(testId(930 + n)), ...other });
    const asked = [
      of(1),
      of(2),
      of(3, { Priority: 3, AskedAt: '2026-11-01T12:00:00.000Z' }),
      of(4, { AskedAt: '2026-11-17T12:00:00.000Z' }),
      of(1, { VisitRequestId: VisitRequestId.parse(testId(940)), Priority: 3 }),
    ];
    const visits = [visitAt('2026-11-27T09:00', people[0]), visitAt('2026-12-04T09:00', people[1])];
    const order = fittingRequests(slot, asked, factsOf({ cases, visits }));
    expect(order.map((one) => people.findIndex(({ PatientId: id }) => id === one.PatientId) + 1)).toEqual([4, 2, 1, 3]);
  });
});

const rule: FillRule = { ...defaultFillRule, groupSize: 2, delayMinutes: 20, contactLimit: 3 };
const people = ['a', 'b', 'c', 'd'].map((id) => ({ PatientId: id }));
const none = new Map<string, number>();
const ask = (id: string, at: string, other: Partial<Asked> = {}): Asked => ({
  PatientId: id,
  at,
  isReached: true,
  isAnswered: false,
  ...other,
});

test.each([
  ['all day long', '00:00', '00:00', '2026-11-22T21:00', '2026-11-23T08:00'],
  ['from early on', '06:00', '10:00', '2026-11-23T06:30', '2026-11-23T08:00'],
  ['over midnight', '18:00', '07:00', '2026-11-22T22:00', '2026-11-23T18:00'],
  ['at night alone', '22:00', '06:00', '2026-11-22T23:00', '2026-11-23T08:00'],
])('no one is asked in the quiet hours where offers may go out %s', (_, sendFrom, sendUntil, now, next) => {
  const at = (moment: string) =>
    offersDue({
      slot,
      fitting: people,
      asked: [],
      contacts: none,
      rule: { ...rule, sendFrom, sendUntil },
      now: moment,
    });
  expect(at(now)).toEqual({ send: [], next, over: null });
  expect(at(next).send).toHaveLength(2);
});

describe('who is asked when', () => {
  const due = (now: string, asked: Asked[], contacts = none) => {
    const round = offersDue({ slot, fitting: people, asked, contacts, rule, now });
    return { ...round, send: round.send.map(({ PatientId: id }) => id).join('') };
  };
  test.each([
    ['the first group at once', '2026-11-23T09:00', [], none, 'ab', '2026-11-23T09:20', null],
    ['not at night, but in the morning', '2026-11-22T20:00', [], none, '', '2026-11-23T08:00', null],
    ['not before the morning', '2026-11-23T07:59', [], none, '', '2026-11-23T08:00', null],
    [
      'the second group after its wait',
      '2026-11-23T09:20',
      [ask('a', '2026-11-23T09:00'), ask('b', '2026-11-23T09:00')],
      none,
      'cd',
      '2026-11-23T09:40',
      null,
    ],
    [
      'not earlier',
      '2026-11-23T09:19',
      [ask('a', '2026-11-23T09:00'), ask('b', '2026-11-23T09:00', { isAnswered: true })],
      none,
      '',
      '2026-11-23T09:20',
      null,
    ],
    [
      'at once when all have declined',
      '2026-11-23T09:01',
      [ask('a', '2026-11-23T09:00', { isAnswered: true }), ask('b', '2026-11-23T09:00', { isReached: false })],
      none,
      'cd',
      '2026-11-23T09:21',
      null,
    ],
    [
      'no one who was written to often enough',
      '2026-11-23T09:00',
      [],
      new Map([
        ['a', 3],
        ['b', 2],
      ]),
      'bc',
      '2026-11-23T09:20',
      null,
    ],
    ['no one once it is too late', `${day}T08:00`, [], none, '', null, 'late'],
    ['until then still', `${day}T07:59`, [], none, '', `${day}T08:00`, null],
  ] as [string, string, Asked[], Map<string, number>, string, string | null, string | null][])(
    '%s',
    (_, now, asked, contacts, send, next, over) => expect(due(now, asked, contacts)).toEqual({ send, next, over }),
  );

  test('it is over when no one is left and no one has to answer, and not before', () => {
    const all = people.map((one) => ask(one.PatientId, '2026-11-23T09:00', { isAnswered: true }));
    expect(due('2026-11-23T09:30', all).over).toBe('nobody');
    const [first, ...rest] = all;
    expect(due('2026-11-23T09:30', [{ ...(first as Asked), isAnswered: false }, ...rest])).toEqual({
      send: '',
      next: `${day}T08:00`,
      over: null,
    });
  });
});

test('10,000 free times: no one twice, never at night, never too late, never too often, and each comes to an end', () => {
  let sent = 0;
  for (let at = 1; at <= 10_000; at += 1) {
    const chance = chanceFrom(at);
    const time = () => `${String(chance.below(24)).padStart(2, '0')}:${String(chance.below(60)).padStart(2, '0')}`;
    const fitting = Array.from({ length: chance.below(12) }, (_, n) => ({ PatientId: `p${n}` }));
    const given: FillRule = {
      isOn: true,
      groupSize: 1 + chance.below(4),
      delayMinutes: 5 + chance.below(300),
      sendFrom: time(),
      sendUntil: time(),
      stopMinutesBefore: chance.below(600),
      contactLimit: 1 + chance.below(3),
    };
    const contacts = new Map(fitting.map((one) => [one.PatientId, chance.below(4)]));
    const free = { Start: addMinutes('2026-02-26T00:00', chance.below(8 * 24 * 60)) };
    const asked: Asked[] = [];
    let now: string | null = addMinutes(free.Start, -chance.below(4 * 24 * 60));
    let rounds = 0;
    while (now !== null) {
      rounds += 1;
      expect(rounds).toBeLessThan(60);
      const round: Round<{ PatientId: string }> = offersDue({ slot: free, fitting, asked, contacts, rule: given, now });
      expect(round.send.length).toBeLessThanOrEqual(given.groupSize);
      for (const { PatientId: id } of round.send) {
        expect(asked.some((one) => one.PatientId === id)).toBe(false);
        expect(contacts.get(id)).toBeLessThan(given.contactLimit);
        expect(now < stopTime(free, given)).toBe(true);
        expect(isOpen(now.slice(11), given)).toBe(true);
        const isReached = chance.below(5) > 0;
        asked.push({ PatientId: id, at: now, isReached, isAnswered: false });
        if (isReached) contacts.set(id, (contacts.get(id) ?? 0) + 1);
        sent += 1;
      }
      for (const one of asked) one.isAnswered ||= chance.below(3) === 0;
      expect(round.next === null || round.next > now).toBe(true);
      expect(round.next === null).toBe(round.over !== null);
      now = round.next;
    }
  }
  expect(sent).toBeGreaterThan(10_000);
});

/**
 * Written a second time, by minutes: a window that ends before it begins goes over midnight; one of no length is all day;
 * one that lies in the quiet hours altogether does not count.
 */
function isOpen(time: string, { sendFrom, sendUntil }: FillRule): boolean {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const from = minutes(sendFrom);
  const length = (minutes(sendUntil) - from + 1440) % 1440 || 1440;
  const isAsked = (minute: number) => (minute - from + 1440) % 1440 < length;
  const [morning, evening] = [8 * 60, 21 * 60];
  const at = minutes(time);
  if (at < morning || at >= evening) return false;
  return isAsked(at) || !Array.from({ length: evening - morning }, (_, n) => morning + n).some(isAsked);
}

test('a visit that is no longer there is no reason not to ask', () => {
  const gone = VisitId.parse(testId(950));
  expect(fittingRequests(slot, [request({ VisitId: gone })], factsOf())).toHaveLength(1);
});
