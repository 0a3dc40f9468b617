import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasAuthorizedRoom } from '../scheduling/authorized-room.ts';
import { covers, hasRoom } from '../scheduling/coverage.ts';
import { casesSaid, ruleCases } from '../testing/cases.ts';
import type { VisitStage } from '../visits/stage.ts';
import { useOfAuthorization, useOfAuthorizations, type CountedVisit } from './authorization-use.ts';

type Terms = Parameters<typeof useOfAuthorization>[0];
const today = '2026-11-18';
const terms: Terms = {
  Kind: 'visits',
  Allowed: 12,
  Status: 'approved',
  Start: '2026-11-01',
  End: '2026-12-31',
  CountRule: 'signed',
  Number: 'A-17',
};
const visit = (Start: string, stage: VisitStage, more: Partial<CountedVisit> = {}): CountedVisit => ({
  Start: `2026-${Start}T09:00`,
  stage,
  isSigned: false,
  Units: 0,
  ...more,
});
/** One of each on its way: signed, written but not signed, checked in, booked twice, and three that use nothing. */
const visits = [
  visit('11-03', 'closed', { isSigned: true, Units: 4 }),
  visit('11-05', 'billing', { isSigned: true, Units: 3 }),
  visit('11-17', 'review', { Units: 4 }),
  visit('11-18', 'checkedIn'),
  visit('11-20', 'confirmed'),
  visit('11-24', 'scheduled'),
  visit('11-10', 'cancelled'),
  visit('11-11', 'noShow'),
  visit('11-12', 'lateCancel'),
];
const use = (changes: Partial<Terms> = {}, of = visits, on = today) =>
  useOfAuthorization({ ...terms, ...changes }, of, on);

describe('what counts', () => {
  test.each([
    ['signed', 2, 4],
    ['checkedIn', 4, 2],
    ['scheduled', 6, 0],
  ] as const)('by %s: %i used, %i booked, the rest left', (CountRule, used, booked) => {
    expect(use({ CountRule })).toMatchObject({
      used,
      booked: { visits: booked },
      left: 12 - used,
      leftAfterBooked: 6,
    });
  });

  test('units are those recorded; visits to come are expected to take the average', () => {
    // 7 units used; of the four to come one has 4 units, three are expected to take 11 / 3 each.
    expect(use({ Kind: 'units', Allowed: 40 })).toMatchObject({
      used: 7,
      booked: { visits: 4, units: 15 },
      left: 33,
      leftAfterBooked: 18,
    });
  });

  test('units of a case without any charge yet are not made up', () => {
    expect(use({ Kind: 'units', Allowed: 40 }, [visit('11-20', 'scheduled')])).toMatchObject({
      used: 0,
      booked: { visits: 1, units: 0 },
      leftAfterBooked: 40,
    });
  });

  test.each([
    ['before its first day', '10-31', 0],
    ['on its first day', '11-01', 1],
    ['on its last day', '12-31', 1],
    ['after its last day', '01-01', 0],
  ])('a visit %s', (_when, day, expected) => {
    const Start = day === '01-01' ? '2027-01-01T09:00' : `2026-${day}T09:00`;
    const one = { ...visit('11-01', 'closed'), Start };
    expect(use({}, [one]).used).toBe(expected);
  });

  test('without days every visit of the case falls into it', () => {
    expect(use({ Start: null, End: null }, [{ ...visit('11-01', 'closed'), Start: '2020-01-01T09:00' }]).used).toBe(1);
  });

  test('one by dates alone counts nothing', () => {
    expect(use({ Kind: 'dates', Allowed: null })).toMatchObject({ left: null, leftAfterBooked: null, holds: true });
  });
});

describe('what to act on', () => {
  const held = (count: number) =>
    Array.from({ length: count }, (_, at) => visit(`11-${String(at + 1).padStart(2, '0')}`, 'closed'));
  test.each([
    ['nothing, with plenty left', {}, held(9), today, []],
    ['two visits left', {}, held(10), today, ['fewLeft']],
    [
      'more booked than left',
      {},
      [...held(10), ...visits.slice(4, 6), visit('11-25', 'scheduled')],
      today,
      ['overbooked'],
    ],
    ['none left', {}, held(12), today, ['usedUp']],
    ['seven days to go', { End: '2026-11-25' }, [], today, ['endsSoon']],
    ['eight days to go', { End: '2026-11-26' }, [], today, []],
    ['on the last day', { End: today }, [], today, ['endsSoon']],
    ['the day after', { End: '2026-11-17' }, held(12), today, ['expired']],
    ['ten units left', { Kind: 'units', Allowed: 10 }, [], today, ['fewLeft']],
    ['eleven units left', { Kind: 'units', Allowed: 11 }, [], today, []],
    ['not begun', { Start: '2026-11-19' }, [], today, ['notYet']],
    ['only asked for', { Status: 'requested', Number: null }, [], today, ['notApproved']],
    ['denied, and long over', { Status: 'denied', End: '2026-01-01' }, [], today, ['notApproved']],
    ['no number', { Number: null }, [], today, ['noNumber']],
    ['a number made of zeros', { Number: '0000' }, [], today, ['noNumber']],
  ] as [string, Partial<Terms>, CountedVisit[], string, string[]][])('%s', (_what, changes, of, on, warnings) => {
    expect(use(changes, of, on).warnings).toEqual(warnings);
  });

  test.each([
    [{}, true],
    [{ Status: 'pended' }, false],
    [{ Allowed: 2 }, false],
    [{ End: '2026-11-17' }, false],
    [{ Start: '2026-11-19' }, false],
  ] as [Partial<Terms>, boolean][])('pays for a visit of today or not: %j', (changes, holds) => {
    expect(use(changes).holds).toBe(holds);
  });

  test('days left are whole days over the change of clocks', () => {
    expect(use({ End: '2026-11-02' }, [], '2026-10-31').daysLeft).toBe(2);
    expect(use({ End: '2028-03-01' }, [], '2028-02-28').daysLeft).toBe(2);
    expect(use({ End: null }).daysLeft).toBeNull();
  });
});

describe('two of one policy that overlap', () => {
  const policy = '00000000-0000-4000-8000-000000000001' as never;
  const other = '00000000-0000-4000-8000-000000000002' as never;
  const of = (changes: Partial<Terms> & { InsuranceId?: never } = {}) => ({
    InsuranceId: policy,
    ...terms,
    ...changes,
  });
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => visit(`11-${String(at + 1).padStart(2, '0')}`, 'closed'));
  const uses = (all: ReturnType<typeof of>[], visits: CountedVisit[]) => {
    const found = useOfAuthorizations(all, visits, today);
    return all.map((one) => found.get(one)).map((one) => [one?.used, one?.left, ...(one?.warnings ?? [])]);
  };

  test('a visit counts on the one that ends first, as long as it has room', () => {
    const [first, second] = [of({ Allowed: 3, End: '2026-11-30' }), of({ Allowed: 10, Number: 'A-18' })];
    expect(uses([second, first], days(5))).toEqual([
      [2, 8],
      [3, 0, 'usedUp'],
    ]);
  });

  test('a visit that another one covers too gives way, as booking lets it', () => {
    const [first, second] = [
      of({ Allowed: 1, Start: '2026-11-01', End: '2026-11-05' }),
      of({ Allowed: 1, Start: '2026-11-04', End: '2026-11-09', Number: 'A-18' }),
    ];
    const [one, another] = [visit('11-04', 'closed'), visit('11-02', 'closed')];
    const on = (visits: CountedVisit[]) => [...useOfAuthorizations([first, second], visits, '2026-11-04').values()];
    expect(on([one]).map(({ used, movable, left }) => [used, movable, left])).toEqual([
      [1, 1, 1],
      [0, 0, 1],
    ]);
    expect(on([one]).flatMap(({ warnings }) => warnings)).not.toContain('usedUp');
    expect(on([one, another]).map(({ used, movable, left }) => [used, movable, left])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });

  test('what finds no room is told of the one that ends last', () => {
    const [first, second] = [of({ Allowed: 3, End: '2026-11-30' }), of({ Allowed: 1, CountRule: 'scheduled' })];
    expect(uses([first, second], days(6))).toEqual([
      [3, 0, 'usedUp'],
      [3, -2, 'usedUp'],
    ]);
  });

  test('one that is only asked for counts the days that none approved covers', () => {
    const asked = of({ Status: 'requested', Start: '2026-10-01' });
    const visits = [visit('10-20', 'closed'), ...days(2)];
    expect(uses([of(), asked], visits)).toEqual([
      [2, 10],
      [1, 11, 'notApproved'],
    ]);
  });

  test('units take what was recorded', () => {
    const small = of({ Kind: 'units', Allowed: 8, End: '2026-11-30' });
    const visits = days(3).map((one) => ({ ...one, Units: 4 }));
    expect(uses([small, of({ Allowed: 12 })], visits)).toEqual([
      [8, 0, 'usedUp'],
      [1, 11],
    ]);
  });

  test('another policy asks for its own', () => {
    expect(uses([of(), of({ InsuranceId: other })], days(2))).toEqual([
      [2, 10],
      [2, 10],
    ]);
  });

  const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}`);
  const grant = fc.record({ Start: fc.option(day), End: fc.option(day), Allowed: fc.integer({ min: 1, max: 3 }) });
  test(`booking has no room exactly where every one of that day is used up (${casesSaid})`, () => {
    fc.assert(
      fc.property(
        fc.array(grant, { minLength: 1, maxLength: 3 }),
        fc.array(day, { maxLength: 8 }),
        day,
        (all, on, next) => {
          const grants = all.map((one) => of({ ...one, CountRule: 'scheduled' }));
          const visits = on.map((at) => visit(at.slice(5), 'scheduled'));
          const found = useOfAuthorizations(grants, visits, today);
          const covering = grants.filter((one) => covers(one, next)).map((one) => found.get(one)?.leftAfterBooked ?? 0);
          const isFull = !hasRoom(grants, on, next);
          expect(covering.every((left) => left <= 0)).toBe(isFull);
          expect(hasAuthorizedRoom(grants, visits, next)).toBe(!isFull);
        },
      ),
      ruleCases,
    );
  });

  test(`the same with units (${casesSaid})`, () => {
    const kind = fc.constantFrom('visits', 'units', 'dates');
    const some = fc.record({ at: day, Units: fc.integer({ min: 0, max: 3 }), isSigned: fc.boolean() });
    const rule = fc.constantFrom('signed', 'checkedIn', 'scheduled');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(grant, kind, rule), { minLength: 1, maxLength: 3 }),
        fc.array(some, { maxLength: 6 }),
        day,
        (all, on, next) => {
          const grants = all.map(([one, Kind, CountRule]) =>
            of({ ...one, Kind, CountRule, Allowed: Kind === 'dates' ? null : one.Allowed * 2 }),
          );
          const visits = on.map(({ at, ...more }) => visit(at.slice(5), 'scheduled', more));
          const found = useOfAuthorizations(grants, visits, today);
          const lefts = grants
            .filter((one) => covers(one, next))
            .map((one) => found.get(one)?.leftAfterBooked ?? Infinity);
          expect(lefts.some((left) => left > 0)).toBe(hasAuthorizedRoom(grants, visits, next));
        },
      ),
      ruleCases,
    );
  });
});
