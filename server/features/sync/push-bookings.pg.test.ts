import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { seenIn } from '#contract/scheduling/days-meanwhile.ts';
import type { PushEntry } from '#contract/sync/endpoints.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
let CaseId: string;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  const [found] = await db.owner<{ id: string }>(
    `select "CaseId" as id from cases where site = 'demo' and "PatientId" = $1 limit 1`,
    [cast.patients.walter],
  );
  CaseId = found?.id ?? '';
});
afterAll(() => db.close());

const madeAt = '2026-11-18T09:40:00.000Z';

function entry(
  mid: number,
  name: string,
  input: Record<string, unknown>,
  base: Record<string, unknown> = {},
): PushEntry {
  return { mid, name, input, base, schemaVersion, madeAt, clockOffset: 0 };
}

async function statuses(as: DemoUserName, entries: PushEntry[], device = DeviceId.parse(randomUUID())) {
  const { outcomes } = await call('sync.push', { device, entries }, { as });
  return outcomes.map(({ status, kind }) => (kind === null ? status : `${status} ${kind}`));
}

function booking(Start: string) {
  return {
    VisitId: randomUUID(),
    CaseId,
    FacilityId: cast.facilities.harborview,
    ProviderId: cast.providers.maya,
    VisitTypeName: 'PT Follow-up',
    Start,
    End: `${Start.slice(0, 13)}:45`,
    PlaceOfService: '11',
  };
}

const startOf = async (id: string) =>
  (await db.owner<{ Start: string }>(`select "Start" from visits where "VisitId" = $1`, [id]))[0]?.Start;

test('of two who move one visit offline the first moves it, and the other is asked; no one loses the booking', async () => {
  const { visit } = await call('visits.create', booking('2026-11-30T09:00') as never, { as: 'front' });
  const to = (Start: string) => ({
    id: visit.VisitId,
    changes: { Start, End: `${Start.slice(0, 13)}:45` },
    lastUpdated: visit.updated_at,
  });
  expect(await statuses('front', [entry(1, 'visits.reschedule', to('2026-11-30T14:00'))])).toEqual(['ok']);
  const device = DeviceId.parse(randomUUID());
  const late = entry(1, 'visits.reschedule', to('2026-12-01T09:00'));
  const { outcomes } = await call('sync.push', { device, entries: [late] }, { as: 'pt' });
  expect(outcomes).toMatchObject([
    { status: 'parked', kind: 'changed-elsewhere', current: { VisitId: visit.VisitId, Start: '2026-11-30T14:00' } },
  ]);
  expect(await startOf(visit.VisitId)).toBe('2026-11-30T14:00');
});

test('a visit that was booked, moved and confirmed without a network arrives as it was left', async () => {
  const booked = booking('2026-12-02T09:00');
  const id = booked.VisitId;
  const changes = { Start: '2026-12-02T11:00', End: '2026-12-02T11:45' };
  const done = await statuses('front', [
    entry(1, 'visits.create', booked),
    entry(2, 'visits.reschedule', { id, changes, lastUpdated: madeAt }),
    entry(3, 'visits.move', { id, destination: 'confirmed', lastUpdated: madeAt }),
  ]);
  expect(done).toEqual(['ok', 'ok', 'ok']);
  expect(await startOf(id)).toBe('2026-12-02T11:00');
});

test('so do the visits of a series that was booked, shifted and partly changed', async () => {
  const visits = ['2026-12-07T09:00', '2026-12-09T09:00', '2026-12-11T09:00'].map(booking);
  const [first, second, third] = visits.map(({ VisitId }) => VisitId);
  const device = DeviceId.parse(randomUUID());
  const later = { Start: '2026-12-07T10:00', End: '2026-12-07T10:45' };
  const entries = [
    entry(1, 'visits.createSeries', { SeriesId: randomUUID(), visits }),
    entry(2, 'visits.reschedule', { id: first, changes: later, lastUpdated: madeAt, which: 'all' }),
    entry(3, 'visits.move', { id: second, destination: 'confirmed', lastUpdated: madeAt }),
  ];
  expect(await statuses('front', entries, device)).toEqual(['ok', 'ok', 'ok']);
  const next = entry(4, 'visits.move', { id: third, destination: 'cancelled', lastUpdated: madeAt });
  expect(await statuses('front', [next], device)).toEqual(['ok']);
  expect(await Promise.all([first, second, third].map((id) => startOf(id ?? '')))).toEqual([
    '2026-12-07T10:00',
    '2026-12-09T10:00',
    '2026-12-11T10:00',
  ]);
  // Another device that never heard of it is asked.
  const other = entry(1, 'visits.move', { id: third, destination: 'scheduled', lastUpdated: madeAt });
  expect(await statuses('front', [other])).toEqual(['parked changed-elsewhere']);
});

test('a time that is taken meanwhile parks the booking with the sentence', async () => {
  await call('visits.create', booking('2026-12-16T09:00') as never, { as: 'front' });
  const device = DeviceId.parse(randomUUID());
  const entries = [entry(1, 'visits.create', booking('2026-12-16T09:00'))];
  const { outcomes } = await call('sync.push', { device, entries }, { as: 'pt' });
  expect(outcomes).toMatchObject([
    { status: 'parked', kind: 'user-visible', reason: expect.stringMatching(/^This patient is booked 9:00 AM/) },
  ]);
});

describe('what two people changed, each without the other, is not undone by the later one:', () => {
  async function sent(name: string, input: Record<string, unknown>, base: Record<string, unknown>) {
    const device = DeviceId.parse(randomUUID());
    const { outcomes } = await call('sync.push', { device, entries: [entry(1, name, input, base)] }, { as: 'front' });
    const [outcome] = outcomes;
    return outcome?.status === 'ok' ? 'ok' : { kind: outcome?.kind, current: outcome?.current };
  }

  const meeting = (day: string) => ({
    FacilityId: cast.facilities.harborview,
    ProviderId: cast.providers.maya,
    VisitTypeName: 'Team meeting',
    Title: 'Huddle',
    Start: `${day}T12:00`,
    End: `${day}T12:30`,
    SeriesId: null,
  });
  const storedMeeting = async (id: string) =>
    (await db.owner(`select "Title", "Start" from non_patient_visits where "NonPatientVisitId" = $1`, [id]))[0];

  test('a meeting keeps the change of each, where they changed different things', async () => {
    const id = randomUUID();
    const before = meeting('2027-01-05');
    const later = { Start: '2027-01-05T16:00', End: '2027-01-05T16:30' };
    expect(await sent('scheduling.saveNonPatientVisit', { ...before, id }, {})).toBe('ok');
    expect(await sent('scheduling.saveNonPatientVisit', { ...before, ...later, id }, before)).toBe('ok');
    expect(await sent('scheduling.saveNonPatientVisit', { ...before, Title: 'Staff', id }, before)).toBe('ok');
    expect(await storedMeeting(id)).toEqual({ Title: 'Staff', Start: later.Start });
    const other = { ...before, Start: '2027-01-05T08:00', End: '2027-01-05T08:30', id };
    expect(await sent('scheduling.saveNonPatientVisit', other, before)).toMatchObject({
      kind: 'changed-elsewhere',
      current: { ...later, Title: 'Staff' },
    });
    expect(await storedMeeting(id)).toEqual({ Title: 'Staff', Start: later.Start });
    // Whoever has seen it as it is now may.
    expect(await sent('scheduling.saveNonPatientVisit', other, { ...before, ...later, Title: 'Staff' })).toBe('ok');
    expect(await storedMeeting(id)).toEqual({ Title: 'Huddle', Start: other.Start });
  });

  test('a meeting that was removed stays so, but for an undo; one that was moved is not removed', async () => {
    const id = randomUUID();
    const before = meeting('2027-01-06');
    const moved = { ...before, Start: '2027-01-06T15:00', End: '2027-01-06T15:30' };
    await sent('scheduling.saveNonPatientVisit', { ...moved, id }, {});
    expect(await sent('scheduling.removeNonPatientVisit', { id }, before)).toMatchObject({
      kind: 'changed-elsewhere',
      current: { Start: moved.Start },
    });
    expect(await storedMeeting(id)).toBeDefined();
    // Taken back, it stays where the other one put it, though the removal was not done.
    expect(await sent('scheduling.saveNonPatientVisit', { ...before, id, restores: true }, before)).toBe('ok');
    expect(await storedMeeting(id)).toEqual({ Title: 'Huddle', Start: moved.Start });
    expect(await sent('scheduling.removeNonPatientVisit', { id }, moved)).toBe('ok');
    expect(await sent('scheduling.saveNonPatientVisit', { ...moved, Title: 'New', id }, moved)).toEqual({
      kind: 'changed-elsewhere',
      current: null,
    });
    expect(await storedMeeting(id)).toBeUndefined();
    expect(await sent('scheduling.saveNonPatientVisit', { ...moved, id, restores: true }, moved)).toBe('ok');
    expect(await storedMeeting(id)).toBeDefined();
  });

  test('a meeting is renamed where it stands, though others have put something beside it since', async () => {
    const id = randomUUID();
    const before = meeting('2027-01-12');
    await sent('scheduling.saveNonPatientVisit', { ...before, id }, {});
    await sent('scheduling.saveNonPatientVisit', { ...before, id: randomUUID(), accepted: ['provider-busy-ask'] }, {});
    expect(await sent('scheduling.saveNonPatientVisit', { ...before, Title: 'Staff', id }, before)).toBe('ok');
  });

  test('the hours of days, all of them or none', async () => {
    const hours = (day: string, end: string) => ({
      ProviderId: cast.providers.maya,
      day,
      blocks: [{ start: '08:00', end, FacilityId: cast.facilities.harborview }],
      Note: null,
    });
    const [first, second] = ['2027-01-07', '2027-01-08'];
    const save = (days: ReturnType<typeof hours>[], seen?: ReturnType<typeof hours>[]) => {
      const customDayProviderSchedules = days.map((day) => ({ ...day, CustomDayId: randomUUID() }));
      return sent(
        'scheduling.createCustomDays',
        { customDayProviderSchedules },
        seen ? { seen: seenIn(days as never, seen as never) } : {},
      );
    };
    const stored = async () =>
      (
        await db.owner<{ end: string }>(
          `select blocks -> 0 ->> 'end' as end from custom_days where day = any ($1::date[]) and "ProviderId" = $2 order by day`,
          [[first, second], cast.providers.maya],
        )
      ).map(({ end }) => end);
    expect(await save([hours(first, '12:00')], [])).toBe('ok');
    // Made on a device that still showed the week's own hours.
    expect(await save([hours(second, '15:00'), hours(first, '15:00')], [])).toMatchObject({
      kind: 'changed-elsewhere',
      current: { customDays: [{ day: first, blocks: [{ end: '12:00' }] }] },
    });
    expect(await stored()).toEqual(['12:00']);
    expect(await save([hours(first, '12:00'), hours(second, '15:00')], [])).toBe('ok');
    expect(await save([hours(first, '16:00')], [hours(first, '12:00')])).toBe('ok');
    expect(await stored()).toEqual(['16:00', '15:00']);
    const made = { customDayProviderSchedules: [{ ...hours(first, '18:00'), CustomDayId: randomUUID() }] };
    for (const seen of [[null], 'x', [{ day: 1 }], [{ ProviderId: cast.providers.maya, day: first, was: 'x' }]])
      expect(await sent('scheduling.createCustomDays', made, { seen }), JSON.stringify(seen)).toMatchObject({
        kind: 'invalid',
      });
    expect(await stored()).toEqual(['16:00', '15:00']);
    // Who tells nothing of what they saw writes as ever.
    expect(await save([hours(first, '17:00')])).toBe('ok');
  });

  test('what a patient waits for', async () => {
    const id = randomUUID();
    const before = {
      CaseId,
      FacilityId: cast.facilities.harborview,
      ProviderId: null,
      VisitTypeName: 'PT Follow-up',
      Minutes: 45,
      grid: Array.from({ length: 7 }, () => [{ start: '09:00', end: '12:00' }]),
      Priority: 2,
      Expires: '2027-02-01',
      Note: null,
      VisitId: null,
    };
    const stored = async () =>
      (await db.owner(`select "Priority", "Note", state from visit_requests where "VisitRequestId" = $1`, [id]))[0];
    const save = (changes: object, base: Record<string, unknown> = before) =>
      sent('scheduling.saveVisitRequest', { ...before, ...changes, id }, base);
    expect(await save({}, {})).toBe('ok');
    expect(await save({ Priority: 1 })).toBe('ok');
    expect(await save({ Note: 'Mornings' })).toBe('ok');
    expect(await stored()).toMatchObject({ Priority: 1, Note: 'Mornings' });
    expect(await save({ Note: 'Evenings' })).toMatchObject({
      kind: 'changed-elsewhere',
      current: { Priority: 1, Note: 'Mornings' },
    });
    expect(await stored()).toMatchObject({ Priority: 1, Note: 'Mornings' });
    expect(await sent('scheduling.withdrawVisitRequest', { id }, {})).toBe('ok');
    expect(await save({ Minutes: 30 })).toMatchObject({ kind: 'changed-elsewhere', current: { state: 'withdrawn' } });
    // Put back by who took them off, with what somebody else changed.
    expect(await save({ reopens: true })).toBe('ok');
    expect(await stored()).toEqual({ Priority: 1, Note: 'Mornings', state: 'open' });
  });
});
