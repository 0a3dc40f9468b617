import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/entities.ts';
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

function entry(mid: number, name: string, input: Record<string, unknown>): PushEntry {
  return { mid, name, input, base: {}, schemaVersion, madeAt, clockOffset: 0 };
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

test('of two who move one visit offline the first moves it, and the other is asked; nobody loses the booking', async () => {
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
