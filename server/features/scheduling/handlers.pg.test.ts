import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const { maya, ben } = cast.providers;
const { harborview } = cast.facilities;
const ask = { employeeIds: [], facilityId: harborview as never, date: '2026/11/18', patientId: null };
const customDay = (more: object = {}) => ({
  CustomDayId: demoId('demo', 'custom day', 'test') as never,
  ProviderId: maya as never,
  day: '2026-11-24',
  blocks: [{ start: '08:00', end: '10:00', FacilityId: harborview as never }],
  Note: null,
  ...more,
});

describe('the calendar', () => {
  test('of a week begins on its Sunday and tells hours, visits and whose they are', async () => {
    const week = await call('scheduling.weekData', ask, { as: 'front' });
    expect([week.from, week.to]).toEqual(['2026-11-15', '2026-11-21']);
    expect(week.visits.length).toBeGreaterThan(20);
    expect(week.visits.every(({ FacilityId }) => FacilityId === harborview)).toBe(true);
    const names = new Set(week.patients.map(({ PatientId }) => PatientId));
    expect(week.visits.every(({ PatientId }) => names.has(PatientId))).toBe(true);
    const wednesday = week.daySchedules.find(({ ProviderId, day }) => ProviderId === maya && day === '2026-11-18');
    expect(wednesday?.blocks.map(({ start, end }) => `${start}-${end}`)).toEqual(['08:00-12:00', '13:00-17:00']);
    expect(
      week.daySchedules.find(({ ProviderId, day }) => ProviderId === maya && day === '2026-11-15')?.blocks,
    ).toEqual([]);
    expect(week.nonPatientVisits.some(({ VisitTypeName }) => VisitTypeName === 'Lunch')).toBe(true);
  });

  test('as a view leaves out whoever does not come', async () => {
    const data = await call('scheduling.weekData', ask, { as: 'front' });
    const view = await call('scheduling.weekView', ask, { as: 'front' });
    expect(data.visits.some(({ stage }) => stage === 'cancelled')).toBe(true);
    expect(view.visits.some(({ stage }) => ['cancelled', 'noShow', 'lateCancel'].includes(stage))).toBe(false);
  });

  test('of a month, of one provider or of one patient', async () => {
    const month = await call('scheduling.monthData', { ...ask, employeeIds: [maya as never] }, { as: 'front' });
    expect([month.from, month.to]).toEqual(['2026-11-01', '2026-11-30']);
    expect(new Set(month.visits.map(({ ProviderId }) => ProviderId))).toEqual(new Set([maya]));
    const patientId = cast.patients.walter as never;
    const own = await call('scheduling.weekData', { ...ask, patientId }, { as: 'front' });
    expect(own.patients.map(({ PatientId }) => PatientId)).toEqual([patientId]);
    const december = await call('scheduling.monthData', { ...ask, date: '2026-12-31' }, { as: 'front' });
    expect([december.from, december.to]).toEqual(['2026-12-01', '2026-12-31']);
    const drawn = await call('scheduling.monthData', { ...ask, date: '2026-12-31', wholeWeeks: true }, { as: 'front' });
    expect([drawn.from, drawn.to]).toEqual(['2026-11-29', '2027-01-02']);
    const first = await call('scheduling.monthData', { ...ask, date: '0001-01-10', wholeWeeks: true }, { as: 'front' });
    expect(first.from).toMatch(/^000[01]-/);
  });

  test('holds nothing of facilities the caller does not see, and no date that is none', async () => {
    const away = { ...ask, facilityId: cast.facilities.riverside as never };
    expect((await call('scheduling.weekData', away, { as: 'pta' })).visits).toEqual([]);
    expect((await call('scheduling.weekData', away, { as: 'front' })).visits.length).toBeGreaterThan(0);
    const none = { ...ask, date: '2026/02/30' };
    await expect(call('scheduling.weekData', none, { as: 'front' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test.each(['0001-01-01', '9999-12-31'])('has no week and no month around %s, and says so', async (date) => {
    for (const name of ['scheduling.weekView', 'scheduling.weekData', 'scheduling.monthData'] as const)
      await expect(call(name, { ...ask, date }, { as: 'front' })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('custom days', () => {
  test('replace the week, name the bookings left outside, and are taken back', async () => {
    const set = { customDayProviderSchedules: [customDay()] };
    const { customDays, outside } = await call('scheduling.createCustomDays', set, { as: 'front' });
    expect(customDays).toMatchObject([{ day: '2026-11-24', blocks: [{ start: '08:00', end: '10:00' }] }]);
    const booked = await db.owner<{ id: string }>(
      `select "VisitId" as id from visits where site = 'demo' and "ProviderId" = $1 and "Start" like '2026-11-24%'
         and stage in ('scheduled', 'confirmed') and "End" > '2026-11-24T10:00'`,
      [maya],
    );
    expect(outside.toSorted()).toEqual(booked.map(({ id }) => id).toSorted());
    const week = await call('scheduling.weekData', { ...ask, date: '2026/11/24' }, { as: 'front' });
    const shown = week.daySchedules.find(({ ProviderId, day }) => ProviderId === maya && day === '2026-11-24');
    expect(shown?.blocks).toHaveLength(1);
    // Another device has another id for the day: it is the same day, and the one here stays.
    const again = customDay({ CustomDayId: demoId('demo', 'custom day', 'other'), blocks: [] });
    const { customDays: replaced } = await call(
      'scheduling.createCustomDays',
      { customDayProviderSchedules: [again] },
      { as: 'front' },
    );
    expect(replaced).toMatchObject([{ CustomDayId: customDay().CustomDayId, blocks: [] }]);
    const back = { customDayProviderSchedules: [customDay({ isRemoved: true })] };
    expect(await call('scheduling.createCustomDays', back, { as: 'front' })).toMatchObject({ customDays: [] });
  });

  test('of others are for who manages schedules; no one takes over the id of another day', async () => {
    const own = { customDayProviderSchedules: [customDay({ day: '2026-12-01' })] };
    await call('scheduling.createCustomDays', own, { as: 'pt' });
    const others = { customDayProviderSchedules: [customDay({ ProviderId: ben, day: '2026-12-02' })] };
    await expect(call('scheduling.createCustomDays', others, { as: 'pt' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
    await expect(call('scheduling.createCustomDays', others, { as: 'front' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const nobody = { customDayProviderSchedules: [customDay({ ProviderId: cast2.providers.ingrid })] };
    await expect(call('scheduling.createCustomDays', nobody, { as: 'front' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    const blocks = [
      { start: '08:00', end: '12:00', FacilityId: harborview },
      { start: '11:00', end: '13:00', FacilityId: harborview },
    ];
    const overlapping = { customDayProviderSchedules: [customDay({ blocks })] };
    await expect(call('scheduling.createCustomDays', overlapping as never, { as: 'front' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('begin and end at times that come in the night the clocks change', async () => {
    const night = (start: string, end: string) => ({
      customDayProviderSchedules: [
        {
          ...customDay({ day: '2027-03-14', blocks: [{ start, end, FacilityId: harborview }] }),
          CustomDayId: demoId('demo', 'custom day', 'night') as never,
          isRemoved: false,
        },
      ],
    });
    const sentence = 'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.';
    for (const [start, end] of [
      ['02:30', '09:00'],
      ['01:00', '02:30'],
    ] as const)
      await expect(
        call('scheduling.createCustomDays', night(start, end) as never, { as: 'front' }),
      ).rejects.toMatchObject({ kind: 'invalid', message: sentence });
    const { customDays } = await call('scheduling.createCustomDays', night('01:00', '09:00') as never, { as: 'front' });
    expect(customDays).toHaveLength(1);
  });

  test('can be looked at before they are set', async () => {
    const scheduleDay = { ProviderId: maya as never, day: '2026/11/19', blocks: [] };
    const { daySchedule, outside } = await call('scheduling.processDaySchedule', { scheduleDay }, { as: 'front' });
    expect(daySchedule).toMatchObject({ day: '2026-11-19', blocks: [] });
    expect(outside.length).toBeGreaterThan(0);
    const stored = await db.owner(`select from custom_days where site = 'demo' and day = '2026-11-19'`);
    expect(stored).toEqual([]);
  });
});

describe('times without patients', () => {
  const meeting = (Start: string, End: string, more: object = {}) => ({
    id: demoId('demo', 'non-patient visit', 'test') as never,
    FacilityId: harborview as never,
    ProviderId: maya as never,
    VisitTypeName: 'Team meeting',
    Title: 'Huddle',
    Start,
    End,
    SeriesId: null,
    ...more,
  });

  test('are written, moved and removed', async () => {
    const made = meeting('2026-12-03T09:00', '2026-12-03T10:00');
    await call('scheduling.saveNonPatientVisit', made, { as: 'front' });
    const moved = meeting('2026-12-03T13:00', '2026-12-03T14:00');
    const { nonPatientVisit } = await call('scheduling.saveNonPatientVisit', moved, { as: 'front' });
    expect(nonPatientVisit).toMatchObject({ Start: '2026-12-03T13:00', Title: 'Huddle' });
    const { removed } = await call('scheduling.removeNonPatientVisit', { id: made.id }, { as: 'front' });
    expect(removed).toBe(1);
    expect(await call('scheduling.removeNonPatientVisit', { id: made.id }, { as: 'front' })).toEqual({ removed: 0 });
  });

  test('ask before they lie over patients, end after they start, and are of such a type', async () => {
    const over = meeting('2026-11-18T08:00', '2026-11-18T17:00');
    await expect(call('scheduling.saveNonPatientVisit', over, { as: 'front' })).rejects.toMatchObject({
      kind: 'user-visible',
    });
    for (const wrong of [
      meeting('2026-12-03T10:00', '2026-12-03T09:00'),
      meeting('2026-12-03T10:00', '2026-12-04T10:15'),
      meeting('2026-12-03T10:00', '2026-12-03T11:00', { VisitTypeName: 'PT Follow-up' }),
      meeting('2026-12-03T10:00', '2026-12-03T11:00', { FacilityId: cast2.facilities.lakeside }),
    ])
      await expect(call('scheduling.saveNonPatientVisit', wrong, { as: 'front' })).rejects.toMatchObject({
        kind: 'invalid',
      });
    expect(await db.owner(`select from non_patient_visits where "NonPatientVisitId" = $1`, [over.id])).toEqual([]);
  });
});
