import { expect, test } from 'vitest';
import { ben, gym, harborview, ines, maya } from '../testing/schedule.ts';
import { indexOnline, nearestTimes, slotAt, slotsOn, type OnlineFacts } from './online-slots.ts';
import type { Busy } from './busy.ts';

/** A Monday; Maya and Ben work 8 to 12 and 1 to 5. */
const day = '2026-11-16';
const here = harborview.FacilityId;
const rule: OnlineFacts['rule'] = {
  FacilityId: here,
  VisitTypeName: 'Follow-up',
  StartEvery: 60,
  NoticeHours: 0,
  HorizonDays: 60,
  BufferBefore: 0,
  BufferAfter: 0,
  MaxPerProvider: null,
  MaxPerFacility: null,
  NeedsRoom: false,
};
const facts: OnlineFacts = {
  rule,
  facility: harborview,
  minutes: 45,
  providers: [maya],
  customDays: [],
  holidays: [],
  busy: [],
  mayCome: () => true,
  prefers: null,
  own: null,
  now: new Date('2026-11-15T20:00:00Z'),
};
const all = ['08:00', '09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00'];

function busy(start: string, end: string, more: Partial<Busy> = {}): Busy {
  return {
    kind: 'visit',
    FacilityId: here,
    ProviderId: maya.ProviderId,
    RoomId: null,
    VisitTypeName: 'Follow-up',
    Start: `${day}T${start}`,
    End: `${day}T${end}`,
    ...more,
  };
}

type Given = Partial<Omit<OnlineFacts, 'rule'>> & { rule?: Partial<OnlineFacts['rule']> };
const given = ({ rule: changed, ...rest }: Given) => indexOnline({ ...facts, ...rest, rule: { ...rule, ...changed } });
const times = (of: Given, on = day) => slotsOn(given(of), on, null).map(({ Start }) => Start.slice(11));
const without = (...gone: string[]) => all.filter((time) => !gone.includes(time));

test.each<[string, Given, string[]]>([
  ['the grid of each span', {}, all],
  [
    'a visit takes its time, and the next may begin right after it',
    { busy: [busy('09:00', '09:45')] },
    ['08:00', '09:45', ...without('08:00', '09:00')],
  ],
  [
    'a visit that lies over two of the grid',
    { busy: [busy('09:30', '10:15')] },
    ['08:00', '10:15', ...without('08:00', '09:00', '10:00')],
  ],
  [
    'minutes free before and after',
    { busy: [busy('10:00', '10:45')], rule: { BufferBefore: 15, BufferAfter: 20 } },
    ['08:00', '11:00', '13:00', '14:00', '15:00', '16:00'],
  ],
  [
    'a meeting without minutes around it',
    { busy: [busy('12:30', '13:00', { kind: 'meeting' })], rule: { BufferBefore: 30 } },
    all,
  ],
  ['a meeting within the hours', { busy: [busy('13:00', '14:00', { kind: 'meeting' })] }, without('13:00')],
  [
    'a time that somebody else holds, which begins nothing when it ends',
    { busy: [busy('09:00', '09:45', { kind: 'hold' })] },
    without('09:00'),
  ],
  ['a time that is offered to the waitlist', { busy: [busy('14:00', '14:45', { kind: 'offer' })] }, without('14:00')],
  ['what somebody else has', { busy: [busy('09:00', '09:45', { ProviderId: ben.ProviderId })] }, all],
  [
    'what lasts into the day',
    { busy: [busy('00:00', '08:30', { Start: '2026-11-15T23:00' })] },
    ['08:30', ...without('08:00')],
  ],
  ['a visit that does not fit before noon', { minutes: 90 }, ['08:00', '09:00', '10:00', '13:00', '14:00', '15:00']],
  [
    'time off',
    { providers: [{ ...maya, time_off: [{ Start: `${day}T10:00`, End: `${day}T12:00`, Reason: '' }] }] },
    without('10:00', '11:00'),
  ],
  ['a holiday here', { holidays: [{ day, Name: 'Founders', FacilityIds: [here] }] }, []],
  ['a holiday elsewhere', { holidays: [{ day, Name: 'Founders', FacilityIds: [ines.ProviderId as never] }] }, all],
  [
    'hours of that day alone',
    {
      customDays: [
        {
          ProviderId: maya.ProviderId,
          day,
          blocks: [{ start: '09:30', end: '11:30', FacilityId: here }],
          updated_at: '2026-11-01T00:00:00.000000+00:00' as never,
        },
      ],
    },
    ['09:30', '10:30'],
  ],
  ['hours of notice', { now: new Date(`${day}T17:30:00Z`), rule: { NoticeHours: 4 } }, ['14:00', '15:00', '16:00']],
  [
    'a limit of a provider that is reached',
    { busy: [busy('09:00', '09:45'), busy('10:00', '10:45')], rule: { MaxPerProvider: 2 } },
    [],
  ],
  [
    'a limit that is not, and moves nothing',
    { busy: [busy('09:00', '10:00')], rule: { MaxPerProvider: 2, MaxPerFacility: 5 } },
    without('09:00'),
  ],
  [
    'a limit counts this visit type alone',
    { busy: [busy('09:00', '10:00', { VisitTypeName: 'Evaluation' })], rule: { MaxPerProvider: 1 } },
    without('09:00'),
  ],
  [
    'a limit of the facility that others reach',
    { busy: [busy('09:00', '09:45', { ProviderId: ben.ProviderId })], rule: { MaxPerFacility: 1 } },
    [],
  ],
  [
    'held times count for limits',
    { busy: [busy('09:00', '09:45', { kind: 'hold' })], rule: { MaxPerFacility: 1 } },
    [],
  ],
  [
    'a person who may come in the afternoon',
    { mayCome: ({ Start }) => Start >= `${day}T12:00` },
    ['13:00', '14:00', '15:00', '16:00'],
  ],
  ['no room', { rule: { NeedsRoom: true }, facility: { ...harborview, rooms: [] } }, []],
  [
    'a full room',
    {
      rule: { NeedsRoom: true },
      busy: [
        busy('08:30', '10:00', { ProviderId: ben.ProviderId, RoomId: gym.RoomId }),
        busy('08:00', '09:15', { ProviderId: ines.ProviderId, RoomId: gym.RoomId }),
      ],
    },
    without('08:00', '09:00'),
  ],
  [
    'my own held time, off the grid',
    { own: { ProviderId: maya.ProviderId, Start: `${day}T09:20`, End: `${day}T10:05` } },
    ['08:00', '09:00', '09:20', ...without('08:00', '09:00')],
  ],
])('%s', (_what, of, expected) => {
  expect(times(of)).toEqual(expected.toSorted());
});

test.each<[string, Given, string, string[]]>([
  ['before today', {}, '2026-11-13', []],
  ['the last day of the horizon', { rule: { HorizonDays: 5 } }, '2026-11-20', all],
  ['after it', { rule: { HorizonDays: 4 } }, '2026-11-20', []],
  ['a day without hours', {}, '2026-11-21', []],
])('%s', (_what, of, on, expected) => {
  expect(times(of, on)).toEqual(expected);
});

/** In Los Angeles clocks go forward on March 14, 2027 at 2 AM, and back on November 7, 2027. */
const nights = { ...maya, Schedule: maya.Schedule.map(() => [{ start: '00:00', end: '06:00', FacilityId: here }]) };

test('a time that the clocks skip is not offered', () => {
  const of = given({ providers: [nights], now: new Date('2027-03-13T12:00:00Z'), minutes: 30 });
  const found = slotsOn(of, '2027-03-14', null).map(({ Start }) => Start.slice(11));
  expect(found).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00']);
});

test.each([
  // Midnight is 07:00 UTC; 3 AM after the change is ten hours after 5 PM the evening before, not eleven.
  ['forward', '2027-03-14', '2027-03-14T00:30:00Z', 10, ['04:00', '05:00']],
  ['back', '2027-11-07', '2027-11-07T00:00:00Z', 11, ['03:00', '04:00', '05:00']],
])('notice counts hours that pass when clocks go %s', (_way, on, now, NoticeHours, expected) => {
  const of = given({ providers: [nights], now: new Date(now), minutes: 30, rule: { NoticeHours } });
  expect(slotsOn(of, on, null).map(({ Start }) => Start.slice(11))).toEqual(expected);
});

test('any provider: who treats already, then who has the fewest visits, then the most free time, then by id', () => {
  const two = { providers: [ben, maya] };
  const who = (of: Given) => slotsOn(given({ ...two, ...of }), day, null).find(({ Start }) => Start.endsWith('15:00'));
  const [first, second] = [maya, ben].toSorted((a, b) => a.ProviderId.localeCompare(b.ProviderId));
  expect(who({})?.ProviderId).toBe(first?.ProviderId);
  expect(who({ prefers: second?.ProviderId ?? '' })?.ProviderId).toBe(second?.ProviderId);
  const ofFirst = { ProviderId: first?.ProviderId ?? '' };
  expect(who({ busy: [busy('09:00', '09:45', ofFirst)] })?.ProviderId).toBe(second?.ProviderId);
  expect(who({ busy: [busy('09:00', '11:00', { ...ofFirst, kind: 'meeting' })] })?.ProviderId).toBe(second?.ProviderId);
});

test('the times of any provider are those of all together, and each is one that can be booked', () => {
  const of = given({
    providers: [ben, maya],
    busy: [busy('09:00', '09:45'), busy('10:00', '11:00', { ProviderId: ben.ProviderId })],
  });
  const shown = slotsOn(of, day, null);
  expect(shown.map(({ Start }) => Start.slice(11))).toEqual([...all, '09:45'].toSorted());
  for (const { Start, ProviderId } of shown) {
    expect(slotAt(of, { Start, ProviderId: null })?.ProviderId).toBe(ProviderId);
    expect(slotAt(of, { Start, ProviderId })).toBeDefined();
  }
  expect(slotAt(of, { Start: `${day}T09:00`, ProviderId: maya.ProviderId })).toBeUndefined();
});

test('a room comes with the time', () => {
  expect(slotsOn(given({ rule: { NeedsRoom: true } }), day, null)[0]?.RoomId).toBe(gym.RoomId);
});

test('instead of a time that is gone come the three nearest, of the days after where its own has none', () => {
  const gone = { Start: `${day}T10:00`, ProviderId: null };
  expect(nearestTimes(given({ busy: [busy('10:00', '10:45')] }), gone).map((one) => one.slice(11))).toEqual([
    '10:45',
    '09:00',
    '11:00',
  ]);
  const full = [busy('08:00', '12:00'), busy('13:00', '16:00')];
  expect(nearestTimes(given({ busy: full }), gone)).toEqual([`${day}T16:00`, '2026-11-17T08:00', '2026-11-17T09:00']);
});
