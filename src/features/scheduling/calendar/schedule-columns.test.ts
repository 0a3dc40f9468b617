import { expect, test } from 'vitest';
import { FacilityId } from '#contract/base/ids.ts';
import { Provider } from '#contract/providers/provider.ts';
import { CustomDay } from '#contract/scheduling/custom-day.ts';
import { Holiday } from '#contract/scheduling/holiday.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { allPlaces } from '#contract/scheduling/places-shown.ts';
import { assistant, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { monthDays } from './month-days.ts';
import { oddVisits, scheduleColumns } from './schedule-columns.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';

const here = FacilityId.parse(testId(3));
const day = '2026-11-18';
const works = [{ start: '08:00', end: '12:00', FacilityId: here }];
const rosa = Provider.parse({ ...provider, Schedule: [[], works, works, works, works, works, []] });
const visitAt = (n: number, Start: string, End: string, more: Partial<Visit> = {}) =>
  Visit.parse({
    ...visit,
    VisitId: testId(n),
    Start: `${day}T${Start}`,
    End: `${day}T${End}`,
    stage: 'scheduled',
    ...more,
  });

function draw(rows: Partial<ScheduleRows>, more: Partial<Parameters<typeof scheduleColumns>[0]> = {}) {
  const filter: ScheduleFilter = { FacilityId: here, ProviderIds: [] };
  return scheduleColumns({
    days: [day],
    today: day,
    rows: rowsOf(rows),
    filter,
    places: allPlaces,
    calls: new Map(),
    mayMove: true,
    ...more,
  });
}

function rowsOf(rows: Partial<ScheduleRows>): ScheduleRows {
  return {
    from: day,
    to: day,
    visits: [],
    nonPatientVisits: [],
    customDays: [],
    holidays: [],
    providers: [rosa],
    patients: new Map([[patient.PatientId, patient]]),
    ...rows,
  };
}

test('a column for who works, with hours, visits and blocks in order of time', () => {
  const meeting = NonPatientVisit.parse({
    NonPatientVisitId: testId(40),
    FacilityId: here,
    ProviderId: rosa.ProviderId,
    VisitTypeName: 'Meeting',
    Title: 'Staff meeting',
    Start: `${day}T08:00`,
    End: `${day}T08:30`,
    SeriesId: null,
    updated_at: stamp,
  });
  const [column] = draw({ visits: [visitAt(20, '09:00', '09:45')], nonPatientVisits: [meeting] });
  expect(column).toMatchObject({ title: 'Rosa Alvarez, PT', note: '1 visit', open: [{ start: 480, end: 720 }] });
  expect(column?.events.map(({ title, start, word, isFixed }) => [title, start, word, isFixed])).toEqual([
    ['Staff meeting', 480, '', false],
    ["O'Brien-Nguyễn, Mai", 540, 'Scheduled', false],
  ]);
});

test('who neither works nor has anything is left out, unless chosen', () => {
  expect(draw({ providers: [assistant] })).toEqual([]);
  const chosen = draw(
    { providers: [assistant] },
    { filter: { FacilityId: here, ProviderIds: [assistant.ProviderId] } },
  );
  expect(chosen.map(({ note }) => note)).toEqual(['No hours']);
});

test('a custom day, a holiday and time off are drawn and said', () => {
  const custom = CustomDay.parse({
    CustomDayId: testId(41),
    ProviderId: rosa.ProviderId,
    day,
    blocks: [{ start: '13:00', end: '17:00', FacilityId: here }],
    Note: null,
    updated_at: stamp,
  });
  expect(draw({ customDays: [custom] })[0]).toMatchObject({
    note: '0 visits · other hours',
    open: [{ start: 780, end: 1020 }],
  });
  const holiday = Holiday.parse({
    HolidayId: testId(42),
    day,
    Name: 'Thanksgiving',
    FacilityIds: null,
    updated_at: stamp,
  });
  expect(draw({ holidays: [holiday] })[0]).toMatchObject({
    note: 'Thanksgiving',
    open: [],
    blocks: [{ start: 0, end: 1440, kind: 'holiday', label: 'Thanksgiving' }],
  });
  const away = { ...rosa, time_off: [{ Start: `${day}T10:00`, End: `${day}T11:00`, Reason: 'Dentist' }] };
  expect(draw({ providers: [away] })[0]?.blocks).toEqual([{ start: 600, end: 660, kind: 'off', label: 'Dentist' }]);
});

test('a time that a patient holds online is named with when that ends', () => {
  const heldOnline = [
    { ProviderId: rosa.ProviderId, Start: `${day}T10:00`, End: `${day}T10:45`, until: `${day}T08:42` },
    { ProviderId: testId(99), Start: `${day}T11:00`, End: `${day}T11:45`, until: `${day}T08:42` },
  ];
  const [column] = draw({}, { heldOnline });
  expect(column?.blocks).toEqual([{ start: 600, end: 645, kind: 'off', label: 'Held online until 8:42 AM' }]);
});

test('places of service that are off are not drawn; a place without a toggle always is', () => {
  const visits = [
    visitAt(20, '09:00', '09:45'),
    visitAt(21, '10:00', '10:45', { PlaceOfService: '02' }),
    visitAt(22, '11:00', '11:45', { PlaceOfService: '24' }),
  ];
  const [column] = draw({ visits }, { places: ['telehealth'] });
  expect(column?.events.map(({ id }) => id)).toEqual([testId(21), testId(22)]);
});

test('times that make no sense leave the day whole and are named; a visit over midnight ends with its day', () => {
  const visits = [
    visitAt(20, '09:00', '09:45'),
    visitAt(21, '10:45', '10:00'),
    Visit.parse({ ...visitAt(22, '23:00', '23:30'), End: '2026-11-19T00:30' }),
  ];
  const [column] = draw({ visits });
  expect(column?.events.map(({ id, end }) => [id, end])).toEqual([
    [testId(20), 585],
    [testId(22), 1440],
  ]);
  const odd = oddVisits({ rows: rowsOf({ visits }), calls: new Map(), mayMove: true });
  expect(odd.map(({ VisitId }) => VisitId)).toEqual([testId(21)]);
});

test('a visit of a provider this device does not know has a column of its own', () => {
  const columns = draw({ providers: [], visits: [visitAt(20, '09:00', '09:45')] });
  expect(columns.map(({ title, note }) => [title, note])).toEqual([['Provider not known, PT', 'No hours · 1 visit']]);
});

test('a week groups providers under their day, and is headed by days for one provider', () => {
  const days = ['2026-11-18', '2026-11-19'];
  const two = draw({ providers: [rosa, { ...rosa, ProviderId: assistant.ProviderId, LastName: 'Reed' }] }, { days });
  expect(two.map(({ group, title }) => [group, title])).toEqual([
    ['Wed 11/18', 'Rosa Alvarez, PT'],
    ['Wed 11/18', 'Rosa Reed, PT'],
    ['Thu 11/19', 'Rosa Alvarez, PT'],
    ['Thu 11/19', 'Rosa Reed, PT'],
  ]);
  const filter: ScheduleFilter = { FacilityId: here, ProviderIds: [rosa.ProviderId] };
  expect(draw({}, { days, filter }).map(({ group, title }) => [group, title])).toEqual([
    [undefined, 'Wed 11/18'],
    [undefined, 'Thu 11/19'],
  ]);
});

test('a month counts what takes place, and does not count days that are not held', () => {
  const rows = rowsOf({
    visits: [visitAt(20, '09:00', '09:45'), visitAt(21, '10:00', '10:45', { stage: 'cancelled' })],
    holidays: [
      Holiday.parse({ HolidayId: testId(42), day, Name: 'Harvest', FacilityIds: [testId(77)], updated_at: stamp }),
    ],
  });
  const days = [day, '2026-12-01'];
  const filter: ScheduleFilter = { FacilityId: here, ProviderIds: [] };
  const kept = { from: '2026-11-10', to: '2026-11-20' };
  const [first, next] = monthDays({
    days,
    month: '2026-11',
    rows,
    filter,
    places: allPlaces,
    kept,
    own: null,
    mayMove: true,
  });
  expect(first).toMatchObject({
    day,
    isOther: false,
    isUnknown: false,
    isOff: false,
    visits: 1,
    gone: 1,
    holidays: [],
  });
  expect(first?.lines).toMatchObject([{ id: testId(20), start: 540, end: 585, title: "O'Brien-Nguyễn, Mai" }]);
  const none = { isOff: false, visits: 0, gone: 0, holidays: [], lines: [] };
  expect(next).toEqual({ day: '2026-12-01', isOther: true, isUnknown: true, isElsewhere: false, ...none });
});

test('a day of the month on which none of those shown works is off', () => {
  const friday = '2026-11-20';
  const off = (more: Partial<Parameters<typeof rowsOf>[0]>, ProviderIds: ScheduleFilter['ProviderIds'] = []) =>
    monthDays({
      days: [day, friday],
      month: '2026-11',
      rows: rowsOf(more),
      filter: { FacilityId: here, ProviderIds },
      places: allPlaces,
      kept: null,
      own: null,
      mayMove: true,
    }).map(({ isOff }) => isOff);
  const away = { Start: `${day}T00:00`, End: `${friday}T00:00`, Reason: 'Vacation' };
  const other = Provider.parse({ ...rosa, ProviderId: testId(98) });
  expect(off({})).toEqual([false, false]);
  expect(off({ providers: [{ ...rosa, time_off: [away] }] })).toEqual([true, false]);
  expect(off({ providers: [{ ...rosa, time_off: [{ ...away, End: `${day}T10:00` }] }] })).toEqual([false, false]);
  expect(off({ providers: [{ ...rosa, time_off: [away] }, other] })).toEqual([false, false]);
  expect(off({ providers: [{ ...rosa, time_off: [away] }, other] }, [rosa.ProviderId])).toEqual([true, false]);
  expect(off({ providers: [] })).toEqual([false, false]);
});

test('a custom day without hours is drawn as time off with its note; while schedules are edited, what is not saved says so', () => {
  const off = CustomDay.parse({
    CustomDayId: testId(80),
    ProviderId: rosa.ProviderId,
    day,
    blocks: [],
    Note: 'Sick',
    updated_at: stamp,
  });
  const [away] = draw({ customDays: [off] });
  expect(away).toMatchObject({ note: 'Sick', open: [], blocks: [{ start: 0, end: 1440, kind: 'off', label: 'Sick' }] });
  const { updated_at: _stamp, ...fields } = off;
  const [planned] = draw({}, { planned: [{ ...fields, isRemoved: false }] });
  expect(planned).toMatchObject({ note: 'Not saved · Sick' });
  const [back] = draw({ customDays: [off] }, { planned: [{ ...fields, isRemoved: true }] });
  expect(back).toMatchObject({ note: 'Not saved · 0 visits', blocks: [] });
});
