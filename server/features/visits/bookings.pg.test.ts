import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HolidayId } from '#contract/base/ids.ts';
import { addDays } from '#contract/base/dates.ts';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { addMinutes } from '#contract/scheduling/wall-time.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { demoDay, testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { countFrom } from '#server/testing/seed.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

type Booking = InputOf<'visits.create'>;
const { harborview } = cast.facilities;
/** A Monday beyond the demo's visits. */
const day = '2026-11-30';
let made = 0;
const aSentence = expect.stringMatching(/^[A-Z].*\.$/);

/** A booking that fits: Walter with Maya on a free morning. */
async function booking(changes: Partial<Record<keyof Booking, unknown>> = {}): Promise<Booking> {
  made += 1;
  return {
    VisitId: demoId('demo', 'booked', String(made)),
    CaseId: await caseOf(cast.patients.walter),
    FacilityId: harborview,
    ProviderId: cast.providers.maya,
    VisitTypeName: 'PT Follow-up',
    Start: `${day}T09:00`,
    End: `${day}T09:45`,
    PlaceOfService: '11',
    ...changes,
  } as Booking;
}

async function caseOf(PatientId: string): Promise<string> {
  const [found] = await db.owner<{ id: string }>(
    `select "CaseId" as id from cases where site = 'demo' and "PatientId" = $1 limit 1`,
    [PatientId],
  );
  return found?.id ?? '';
}

/** Others of Maya's patients with a case, none of whom is here that day. */
async function otherCases(count: number): Promise<string[]> {
  const rows = await db.owner<{ id: string }>(
    `select distinct on ("PatientId") "CaseId" as id from cases where site = 'demo' and "DischargedAt" is null
       and "PatientId" <> $1 order by "PatientId" limit $2`,
    [cast.patients.walter, count],
  );
  return rows.map(({ id }) => id);
}

const visitsOn = (of: string) =>
  db.owner(`select "VisitId" from visits where site = 'demo' and "Start" like $1`, [`${of}%`]);

async function setType(Name: string, rules: object): Promise<void> {
  await db.owner(
    `update facilities set visit_types = (select jsonb_agg(case when one ->> 'Name' = '${Name}' then one || '${JSON.stringify(rules)}' else one end)
     from jsonb_array_elements(visit_types) one) where site = 'demo'`,
  );
}

async function series(accepted: Booking['accepted'] = []): Promise<InputOf<'visits.createSeries'>> {
  const days = [0, 2, 7, 9].map((at) => addDays(day, at));
  const visits = await Promise.all(days.map((on) => booking({ Start: `${on}T10:00`, End: `${on}T10:45` })));
  return { SeriesId: demoId('demo', 'series', 'test'), visits, accepted };
}
const startsOf = async () =>
  (
    await db.owner<{ Start: string }>(`select "Start" from visits where "SeriesId" = $1 order by "Start"`, [
      demoId('demo', 'series', 'test'),
    ])
  ).map(({ Start }) => Start);

describe('booking', () => {
  test('a visit is there with its history, and the same id is not booked twice', async () => {
    const input = await booking({ SchedulingNote: 'Brings a walker' });
    const { visit, changed } = await call('visits.create', input, { as: 'front' });
    expect(visit).toMatchObject({ stage: 'scheduled', SchedulingNote: 'Brings a walker', SeriesId: null, TagIds: [] });
    expect(changed).toEqual([{ VisitId: visit.VisitId, was: null, is: visit.updated_at }]);
    const { history } = await call('visits.history', { id: visit.VisitId }, { as: 'front' });
    expect(history).toMatchObject([{ action: 'booked', UserId: cast.users.front }]);
    const again = call('visits.create', { ...input, Start: `${day}T11:00`, End: `${day}T11:45` }, { as: 'front' });
    await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    expect(await visitsOn(day)).toHaveLength(1);
  });

  test('an archived facility and a provider who has left take no bookings', async () => {
    await db.owner(`update providers set "Inactive" = true where site = 'demo' and "ProviderId" = $1`, [
      cast.providers.maya,
    ]);
    await expect(call('visits.create', await booking(), { as: 'front' })).rejects.toMatchObject({
      fields: { ProviderId: 'Maya Okafor, PT doesn’t take visits.' },
    });
    await db.owner(`update providers set "Inactive" = false where site = 'demo'`);
    await db.owner(`update facilities set "Inactive" = true where site = 'demo' and "FacilityId" = $1`, [harborview]);
    await expect(call('visits.create', await booking(), { as: 'front' })).rejects.toMatchObject({
      fields: { FacilityId: expect.stringContaining('no longer takes visits') },
    });
  });

  test.each<[string, object, string, unknown]>([
    ['ends before it starts', { Start: `${day}T10:00`, End: `${day}T09:00` }, 'End', 'It must end after it starts.'],
    ['takes no time', { Start: `${day}T10:00`, End: `${day}T10:00` }, 'End', 'It must end after it starts.'],
    ['takes over 24 hours', { End: `${addDays(day, 1)}T09:15` }, 'End', 'It must end within 24 hours.'],
    ['is on a day that does not exist', { Start: '2027-02-29T09:00', End: '2027-02-29T09:45' }, 'Start', aSentence],
    ['is with an unknown provider', { ProviderId: randomUUID() }, 'ProviderId', aSentence],
    ['is at an unknown facility', { FacilityId: randomUUID() }, 'FacilityId', aSentence],
    ['is of a type the facility has not', { VisitTypeName: 'Levitation' }, 'VisitTypeName', aSentence],
  ])('a visit that %s is told why not, at its field, and books nothing', async (_what, wrong, field, sentence) => {
    const input = { ...(await booking()), ...wrong };
    await expect(call('visits.create', input, { as: 'front' })).rejects.toMatchObject({
      fields: { [field]: sentence },
    });
    expect(await db.owner(`select 1 from visits where "VisitId" = $1`, [input.VisitId])).toEqual([]);
  });

  test('whoever sees only some facilities or providers books nowhere else', async () => {
    await db.owner(`update users set "facilityIds" = array[$2::uuid] where site = 'demo' and "UserId" = $1`, [
      cast.users.front,
      cast.facilities.riverside,
    ]);
    await expect(call('visits.create', await booking(), { as: 'front' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('a time that asks is refused until it is accepted, and one that never overlaps is refused for good', async () => {
    await call('visits.create', await booking(), { as: 'front' });
    const [CaseId] = await otherCases(1);
    const second = await booking({ CaseId });
    await expect(call('visits.create', second, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('Maya Okafor is booked 9:00 AM to 9:45 AM.'),
    });
    await call('visits.create', { ...second, accepted: ['provider-busy-ask'] }, { as: 'front' });
    await setType('PT Follow-up', { Overlap: 'no' });
    const [, third] = await otherCases(2);
    const refused = call(
      'visits.create',
      { ...(await booking({ CaseId: third })), accepted: ['provider-busy-ask', 'provider-busy'] },
      { as: 'front' },
    );
    await expect(refused).rejects.toMatchObject({ kind: 'user-visible' });
    expect(await visitsOn(day)).toHaveLength(2);
  });

  test('what the caller does not see counts all the same, and nothing is told of whose it is', async () => {
    await call('visits.create', await booking(), { as: 'front' });
    // Walter has a visit with Maya; somebody who sees only Riverside books him there at that time.
    await db.owner(`update cases set "FacilityId" = $2 where site = 'demo' and "PatientId" = $1`, [
      cast.patients.walter,
      cast.facilities.riverside,
    ]);
    await db.owner(`update users set "facilityIds" = array[$2::uuid] where site = 'demo' and "UserId" = $1`, [
      cast.users.front,
      cast.facilities.riverside,
    ]);
    const away = await booking({ FacilityId: cast.facilities.riverside, ProviderId: cast.providers.ben });
    await expect(call('visits.create', away, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringMatching(/^This patient is booked 9:00 AM to 9:45 AM/),
    });
  });

  test('a visit that began the evening before stands in the way after midnight', async () => {
    const accepted = ['closed-day', 'outside-hours'];
    const evening = addDays(day, -1);
    const first = await booking({ Start: `${evening}T23:30`, End: `${day}T00:45`, accepted });
    await call('visits.create', first, { as: 'front' });
    const [CaseId] = await otherCases(1);
    const second = await booking({ CaseId, Start: `${day}T00:15`, End: `${day}T01:00`, accepted });
    await expect(call('visits.create', second, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('Maya Okafor is booked 11:30 PM to 12:45 AM.'),
    });
  });

  test('a room that is full and a holiday stand in the way', async () => {
    const RoomId = demoId('demo', 'room', 'harborview Room 1');
    await call('visits.create', await booking({ RoomId }), { as: 'front' });
    const [CaseId] = await otherCases(1);
    const beside = await booking({ RoomId, CaseId, ProviderId: cast.providers.tess });
    await expect(call('visits.create', beside, { as: 'front' })).rejects.toMatchObject({
      message: expect.stringContaining('Room 1 is full'),
    });
    const id = HolidayId.parse(demoId('demo', 'holiday', 'test'));
    const founders = { HolidayId: id, day, Name: 'Founders day', FacilityIds: null };
    await call('scheduling.createHoliday', founders, { as: 'admin' });
    const closed = await booking({ Start: `${day}T11:00`, End: `${day}T11:45`, CaseId });
    await expect(call('visits.create', closed, { as: 'front' })).rejects.toMatchObject({
      message: expect.stringContaining('Founders day'),
    });
    await call('visits.create', { ...closed, accepted: ['holiday'] }, { as: 'front' });
  });

  test('a visit on the night the clocks change keeps its wall time', async () => {
    const night = await booking({
      Start: '2027-03-14T01:30',
      End: '2027-03-14T03:30',
      accepted: ['closed-day'],
    });
    const { visit } = await call('visits.create', night, { as: 'front' });
    expect([visit.Start, visit.End]).toEqual(['2027-03-14T01:30', '2027-03-14T03:30']);
    const moveTo = (Start: string, End: string) => {
      const { VisitId: id, updated_at: lastUpdated } = visit;
      const changes = { Start, End };
      return call('visits.reschedule', { id, changes, lastUpdated, accepted: ['closed-day'] }, { as: 'front' });
    };
    // An hour of that night does not come.
    await expect(moveTo('2027-03-14T02:15', '2027-03-14T03:15')).rejects.toMatchObject({
      message: expect.stringContaining('there is no 2:15 AM that night'),
    });
    const { visit: moved } = await moveTo('2027-03-14T03:00', '2027-03-14T03:45');
    expect(moved.Start).toBe('2027-03-14T03:00');
  });

  test.each(['2027-03-14T02:15', '2027-03-14T01:45'])(
    'nothing is generated into the hour that the clocks go over: a series or a block from %s on',
    async (Start) => {
      const End = Start.endsWith('02:15') ? '2027-03-14T03:00' : '2027-03-14T02:30';
      const never = { message: expect.stringContaining('The clocks go forward on 03/14/2027') };
      const accepted: Booking['accepted'] = ['closed-day', 'outside-hours'];
      const { SeriesId, visits } = await series();
      const asked = { SeriesId, visits: [...visits.slice(1), { ...visits[0]!, Start, End }], accepted };
      await expect(call('visits.createSeries', asked, { as: 'front' })).rejects.toMatchObject(never);
      expect(await startsOf()).toEqual([]);
      const block = {
        id: demoId('demo', 'block', Start),
        FacilityId: harborview,
        ProviderId: cast.providers.maya,
        VisitTypeName: 'Lunch',
        Title: null,
        Start,
        End,
        SeriesId: null,
        accepted,
      };
      await expect(call('scheduling.saveNonPatientVisit', block as never, { as: 'front' })).rejects.toMatchObject(
        never,
      );
    },
  );
});

describe('a series', () => {
  test('is booked whole or not at all', async () => {
    const input = await series();
    const [CaseId] = await otherCases(1);
    await setType('PT Follow-up', { Overlap: 'no' });
    const inTheWay = await booking({ CaseId, Start: '2026-12-07T10:30', End: '2026-12-07T11:15' });
    await call('visits.create', inTheWay, { as: 'front' });
    await expect(call('visits.createSeries', input, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringMatching(/^One of 4 visits has a conflict\. 12\/07\/2026: Maya Okafor is booked/),
      current: {
        issues: [
          {
            VisitId: input.visits[2]?.VisitId,
            code: 'provider-busy',
            sentence: expect.stringMatching(/^Maya Okafor is booked/),
          },
        ],
      },
    });
    expect(await startsOf()).toEqual([]);
    await call('visits.remove', { id: inTheWay.VisitId, deletionReason: 'Moved away' }, { as: 'front' });
    const { visits } = await call('visits.createSeries', input, { as: 'front' });
    expect(visits.map(({ Start }) => Start)).toEqual(await startsOf());
    expect(visits).toHaveLength(4);
  });

  test('what is accepted of one visit is not accepted of the others, but in a call that tells one for all', async () => {
    const input = await series();
    const [one, two] = await otherCases(2);
    const [first, , , last] = input.visits;
    if (!first || !last) throw new Error('empty');
    await call('visits.create', await booking({ CaseId: one, Start: first.Start, End: first.End }), { as: 'front' });
    await call('visits.create', await booking({ CaseId: two, Start: last.Start, End: last.End }), { as: 'front' });
    const seen = { ...first, accepted: ['provider-busy-ask' as const] };
    const ofOne = { ...input, visits: [seen, ...input.visits.slice(1)] };
    await expect(call('visits.createSeries', ofOne, { as: 'front' })).rejects.toMatchObject({
      message: expect.stringMatching(/^One of 4 visits has a conflict/),
      current: { issues: [{ VisitId: last.VisitId, code: 'provider-busy-ask' }] },
    });
    await call('visits.createSeries', { ...input, accepted: ['provider-busy-ask'] }, { as: 'front' });
    expect(await startsOf()).toHaveLength(4);
  });

  test('visits of one series stand against each other', async () => {
    const input = await series();
    const [first] = input.visits;
    if (!first) throw new Error('empty');
    const twice = { ...input, visits: [first, { ...first, VisitId: demoId('demo', 'booked', 'twice') }] };
    await expect(call('visits.createSeries', twice, { as: 'front' })).rejects.toMatchObject({ kind: 'user-visible' });
    expect(await startsOf()).toEqual([]);
  });

  test('this and following are moved alike, earlier and begun ones stay, and it is said how many', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [, second, third] = visits;
    if (!second || !third) throw new Error('no series');
    await call(
      'visits.move',
      { id: third.VisitId, destination: 'checkedIn', lastUpdated: third.updated_at },
      { as: 'front' },
    );
    const { changed } = await call(
      'visits.reschedule',
      {
        id: second.VisitId,
        changes: { Start: '2026-12-03T14:00', End: '2026-12-03T14:45' },
        lastUpdated: second.updated_at,
        which: 'following',
      },
      { as: 'front' },
    );
    expect(changed).toHaveLength(2);
    expect(await startsOf()).toEqual(['2026-11-30T10:00', '2026-12-03T14:00', '2026-12-07T10:00', '2026-12-10T14:00']);
    const { history } = await call('visits.history', { id: second.VisitId }, { as: 'front' });
    expect(history.at(-1)).toMatchObject({
      action: 'rescheduled',
      note: expect.stringContaining('to 12/03/2026 2:00 PM'),
    });
  });

  test('one of it alone leaves the others as they are', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [, second] = visits;
    if (!second) throw new Error('no series');
    const changes = { Start: '2026-12-02T15:00', End: '2026-12-02T15:45' };
    const input = { id: second.VisitId, changes, lastUpdated: second.updated_at };
    expect((await call('visits.reschedule', input, { as: 'front' })).changed).toHaveLength(1);
    expect(await startsOf()).toEqual(['2026-11-30T10:00', '2026-12-02T15:00', '2026-12-07T10:00', '2026-12-09T10:00']);
  });

  test('what is left of it can be cancelled with a reason, and taken back while the time is free', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [, second] = visits;
    if (!second) throw new Error('no series');
    const { changed, visit } = await call(
      'visits.move',
      {
        id: second.VisitId,
        destination: 'cancelled',
        lastUpdated: second.updated_at,
        CancelReason: 'In hospital',
        which: 'following',
      },
      { as: 'front' },
    );
    expect(changed).toHaveLength(3);
    expect(visit.CancelReason).toBe('In hospital');
    const [CaseId] = await otherCases(1);
    await setType('PT Follow-up', { Overlap: 'no' });
    await call('visits.create', await booking({ CaseId, Start: second.Start, End: second.End }), { as: 'front' });
    const back = { id: second.VisitId, destination: 'scheduled' as const, lastUpdated: visit.updated_at };
    await expect(call('visits.move', back, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      current: { VisitId: second.VisitId, stage: 'cancelled' },
    });
    const together = { id: second.VisitId, destination: 'confirmed' as const, lastUpdated: visit.updated_at };
    await expect(call('visits.move', { ...together, which: 'all' }, { as: 'front' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('what someone else did meanwhile', () => {
  const reschedule = (visit: { VisitId: string; updated_at: string }, Start: string, more: object = {}) =>
    call(
      'visits.reschedule',
      {
        id: visit.VisitId as never,
        changes: { Start: Start as never, End: addMinutes(Start, 45) },
        lastUpdated: visit.updated_at,
        ...more,
      },
      { as: 'front' },
    );

  test('a visit is not put back over the booking that has its time by now, unless that is meant', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    const input = { id: visit.VisitId, CancelReason: 'Ill', lastUpdated: visit.updated_at };
    const { visit: gone } = await call('visits.move', { ...input, destination: 'cancelled' }, { as: 'front' });
    const [CaseId] = await otherCases(1);
    await call('visits.create', await booking({ CaseId }), { as: 'front' });
    const back = { id: visit.VisitId, destination: 'scheduled' as const, lastUpdated: gone.updated_at };
    await expect(call('visits.move', back, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('Maya Okafor is booked'),
    });
    const meant = { ...back, accepted: ['provider-busy-ask' as const] };
    expect((await call('visits.move', meant, { as: 'front' })).visit.stage).toBe('scheduled');
  });

  test('a visit that was moved since is not deleted by who saw it where it was', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    const { visit: moved } = await reschedule(visit, `${addDays(day, 3)}T10:00`);
    const input = { id: visit.VisitId, deletionReason: 'Booked by mistake' };
    await expect(
      call('visits.remove', { ...input, lastUpdated: visit.updated_at }, { as: 'front' }),
    ).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { VisitId: visit.VisitId } });
    expect(await call('visits.remove', { ...input, lastUpdated: moved.updated_at }, { as: 'front' })).toEqual({
      removed: 1,
    });
  });

  test('the others of a series move as far as the visit was moved on the screen, wherever it stands by now', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [, second] = visits;
    if (!second) throw new Error('no series');
    const { visit: now } = await reschedule(second, '2026-12-03T10:00');
    const base = { Start: second.Start, End: second.End };
    const changes = { Start: '2026-12-02T11:00' as never, End: '2026-12-02T11:45' as never };
    await call(
      'visits.reschedule',
      { id: second.VisitId, changes, lastUpdated: now.updated_at, which: 'following' },
      { as: 'front', base },
    );
    expect(await startsOf()).toEqual(['2026-11-30T10:00', '2026-12-02T11:00', '2026-12-07T11:00', '2026-12-09T11:00']);
  });

  test('who did not come has not missed what is still to come: the rest of the series is cancelled', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [first] = visits;
    if (!first) throw new Error('no series');
    const input = { id: first.VisitId, lastUpdated: first.updated_at, which: 'following' as const };
    await call('visits.move', { ...input, destination: 'noShow' }, { as: 'front' });
    const stages = await db.owner<{ stage: string }>(
      `select stage from visits where "SeriesId" = $1 order by "Start"`,
      [first.SeriesId],
    );
    expect(stages.map(({ stage }) => stage)).toEqual(['noShow', 'cancelled', 'cancelled', 'cancelled']);
  });

  test('no one has confirmed another time', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    const input = { id: visit.VisitId, destination: 'confirmed' as const, lastUpdated: visit.updated_at };
    const { visit: confirmed } = await call('visits.move', input, { as: 'front' });
    const longer = { id: visit.VisitId, changes: { End: `${day}T10:00` as never }, lastUpdated: confirmed.updated_at };
    const { visit: same } = await call('visits.reschedule', longer, { as: 'front' });
    expect(same.stage).toBe('confirmed');
    expect((await reschedule(same, `${day}T14:00`)).visit.stage).toBe('scheduled');
    const { history } = await call('visits.history', { id: visit.VisitId }, { as: 'front' });
    expect(history.filter(({ action }) => action === 'moved').map(({ from, to }) => [from, to])).toEqual([
      ['scheduled', 'confirmed'],
      ['confirmed', 'scheduled'],
    ]);
  });

  test('no visit of a series with a note goes to another facility', async () => {
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [, second, third] = visits;
    if (!second || !third) throw new Error('no series');
    await db.owner(
      `insert into visit_notes (site, "NoteId", "VisitId", "CaseId", "PatientId", "FacilityId", "NoteDate", "Sections")
       select site, "VisitId", "VisitId", "CaseId", "PatientId", "FacilityId", left("Start", 10)::date, '{"Plan": "Stairs"}' from visits where "VisitId" = $1`,
      [third.VisitId],
    );
    const changes = { FacilityId: cast.facilities.riverside as never };
    const input = { id: second.VisitId, changes, lastUpdated: second.updated_at, which: 'following' as const };
    await expect(call('visits.reschedule', input, { as: 'front' })).rejects.toThrow('has a note or charges');
  });
});

describe('moving and removing', () => {
  test('a stale lastUpdated is refused with the visit as it is', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    const move = (Start: string) =>
      call(
        'visits.reschedule',
        {
          id: visit.VisitId,
          changes: { Start: `${day}T${Start}:00`, End: `${day}T${Start}:45` },
          lastUpdated: visit.updated_at,
        },
        { as: 'front' },
      );
    await move('14');
    await expect(move('15')).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { VisitId: visit.VisitId, Start: `${day}T14:00` },
    });
  });

  test('a note is added where the visit stands, whatever speaks against its time by now; another time is asked about', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    const off = { CustomDayId: demoId('demo', 'custom day', 'off'), ProviderId: visit.ProviderId, day, blocks: [] };
    await call('scheduling.createCustomDays', { customDayProviderSchedules: [{ ...off, Note: null }] } as never, {
      as: 'front',
    });
    const change = (changes: object) =>
      call('visits.reschedule', { id: visit.VisitId, changes, lastUpdated: visit.updated_at, accepted: [] } as never, {
        as: 'front',
      });
    await expect(change({ Start: `${day}T09:15` })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('does not work at'),
    });
    const { visit: noted } = await change({ SchedulingNote: 'Ask to rebook', Start: visit.Start });
    expect(noted).toMatchObject({ SchedulingNote: 'Ask to rebook', Start: visit.Start });
  });

  test('to another facility, what hangs on the visit goes along', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    await call(
      'visits.reschedule',
      {
        id: visit.VisitId,
        changes: { FacilityId: cast.facilities.riverside, ProviderId: cast.providers.ben },
        lastUpdated: visit.updated_at,
        accepted: ['closed-day'],
      },
      { as: 'front' },
    );
    const rows = await db.owner<{ scope: string }>(
      `select scope from visit_history where "VisitId" = $1 union select scope from visits where "VisitId" = $1`,
      [visit.VisitId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.scope).toContain(cast.facilities.riverside);
  });

  test('a visit that has begun, has a note or is of another site stays', async () => {
    const { today } = cast.visits;
    for (const id of [today.inProgress, today.billing]) {
      const { visit } = await call('visits.get', { id }, { as: 'front' });
      const moved = call(
        'visits.reschedule',
        { id, changes: { Start: `${day}T09:00`, End: `${day}T09:45` }, lastUpdated: visit.updated_at },
        { as: 'front' },
      );
      await expect(moved).rejects.toMatchObject({ kind: 'user-visible' });
      await expect(call('visits.remove', { id, deletionReason: 'By mistake' }, { as: 'front' })).rejects.toMatchObject({
        kind: 'user-visible',
      });
    }
    await expect(
      call('visits.remove', { id: cast2.visits.today.scheduled, deletionReason: 'x' }, { as: 'front' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('a removed visit is gone, and the audit log says why and what it was', async () => {
    const { visit } = await call('visits.create', await booking(), { as: 'front' });
    await call('visits.remove', { id: visit.VisitId, deletionReason: 'Booked twice' }, { as: 'front' });
    expect(await visitsOn(day)).toEqual([]);
    const told = await db.owner(
      `select action, detail ->> 'reason' as reason, detail ->> 'Start' as start from audit_entry
       where entity = 'visits' and pk = $1 order by id`,
      [visit.VisitId],
    );
    expect(told).toMatchObject([
      { action: 'insert' },
      { action: 'visit removed', reason: 'Booked twice' },
      { action: 'delete', start: `${day}T09:00` },
    ]);
  });

  test('the future of a case is removed, its past and its present are not', async () => {
    const CaseId = await caseOf(cast.patients.walter);
    await call('visits.create', await booking(), { as: 'front' });
    const [before] = await db.owner<{ n: string }>(
      `select count(*) as n from visits where "CaseId" = $1 and ("Start" <= '2026-11-18T12:00' or stage not in ('scheduled', 'confirmed'))`,
      [CaseId],
    );
    const { removed } = await call('visits.removeFuture', { id: CaseId }, { as: 'front' });
    expect(removed).toBeGreaterThan(0);
    const [left] = await db.owner<{ n: string }>(`select count(*) as n from visits where "CaseId" = $1`, [CaseId]);
    expect(left).toEqual(before);
    expect(demoDay).toBe('2026-11-18');
  });

  test('of the future of a case only those go that someone was shown, where they tell it', async () => {
    const CaseId = await caseOf(cast.patients.walter);
    await call('visits.removeFuture', { id: CaseId }, { as: 'front' });
    const { visits } = await call('visits.createSeries', await series(), { as: 'front' });
    const [begun, ...waiting] = visits.map(({ VisitId }) => VisitId);
    const inBetween = await booking({ Start: '2026-12-03T10:00', End: '2026-12-03T10:45' });
    const { visit: between } = await call('visits.create', inBetween, { as: 'front' });
    await db.owner(`update visits set stage = 'checkedIn' where "VisitId" = $1`, [begun]);
    const VisitIds = [...visits.map(({ VisitId }) => VisitId), demoId('demo', 'visit', 'nowhere')];
    const input = { id: CaseId, VisitIds } as InputOf<'visits.removeFuture'>;
    expect(await call('visits.removeFuture', input, { as: 'front' })).toEqual({ removed: waiting.length });
    const left = await db.owner(`select "VisitId" from visits where "CaseId" = $1 and "Start" >= $2`, [CaseId, day]);
    expect(left).toEqual(expect.arrayContaining([{ VisitId: begun }, { VisitId: between.VisitId }]));
    expect(left).toHaveLength(2);
  });
});

/** As every client does: a server that has no room just now is asked again. */
async function bookUntilDecided(one: Booking): Promise<unknown> {
  for (;;) {
    try {
      return await call('visits.create', one, { as: 'front' });
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.kind !== 'unavailable') throw cause;
    }
  }
}

/** `npm run test:long -- booking-race` measures what is asked for; as a rule fewer show the same. */
const rounds = countFrom('RACE_ROUNDS', 3);
/** Working days from the Monday on, one for each round. */
const raceDays = Array.from({ length: rounds }, (_, at) => addDays(day, Math.floor(at / 5) * 7 + (at % 5)));

test(
  'of fifty who want one time one gets it, the others a sentence, and nothing is doubled',
  { timeout: 600_000 },
  async () => {
    await setType('PT Follow-up', { Overlap: 'no' });
    const cases = await otherCases(50);
    expect(cases).toHaveLength(50);
    // Another day each round: whoever won one would be refused the next for that as well.
    const took: number[] = [];
    for (const on of raceDays) {
      const wanted = await Promise.all(
        cases.map((CaseId) =>
          booking({ CaseId, Start: `${on}T09:00`, End: `${on}T09:45`, accepted: ['holiday', 'time-off'] }),
        ),
      );
      const begun = performance.now();
      const asked = await Promise.allSettled(wanted.map(bookUntilDecided));
      took.push(performance.now() - begun);
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const sentences = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
      expect([...new Set(sentences)]).toEqual([expect.stringMatching(/^Maya Okafor is booked/)]);
      expect(sentences).toHaveLength(49);
      expect(await visitsOn(`${on}T09`)).toHaveLength(1);
    }
    const sorted = took.toSorted((a, b) => a - b).map(Math.round);
    process.stdout.write(
      `race: ${rounds} rounds of 50, each 1 booked and 49 told; ms to decide all: median ${sorted[Math.floor(rounds / 2)]}, most ${sorted.at(-1)}\n`,
    );
  },
);
