import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { Put, RowSet } from '#contract/sync/endpoints.ts';
import { dayEntities, differing, sumsOf, type Sum } from '#contract/sync/sameness.ts';
import { cast, cast2, type DemoUserName } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

type Held = Map<EntityName, Map<string, { row: Record<string, unknown>; version: string }>>;

const none = { PatientIds: [], VisitIds: [], from: '2026-09-21', to: '2027-01-15' };

async function cookieOf(as: DemoUserName): Promise<string> {
  return (await call('sync.pull', { device: DeviceId.parse(randomUUID()), cookie: null, more: null }, { as })).cookie;
}

async function compare(as: DemoUserName, set: RowSet): Promise<ReplyOf<'sync.compare'>> {
  return call('sync.compare', { cookie: await cookieOf(as), set }, { as });
}

function hold(held: Held, puts: Put[]): void {
  for (const { entity, rows, versions } of puts) {
    const known = held.get(entity) ?? new Map<string, { row: Record<string, unknown>; version: string }>();
    rows.forEach((row, at) =>
      known.set(keyOf(entity, row as RowOf<typeof entity>), { row, version: versions[at] ?? '' }),
    );
    held.set(entity, known);
  }
}

/** What a device of this user holds after hydration. */
async function hydrated(as: DemoUserName): Promise<Held> {
  const held: Held = new Map();
  for (const priority of ['P0', 'P1'] as const) {
    let after: string | null = null;
    do {
      const reply: ReplyOf<'sync.hydrate'> = await call('sync.hydrate', { priority, after, day: null }, { as });
      hold(held, reply.put);
      ({ after } = reply);
    } while (after !== null);
  }
  return held;
}

/** The sums of what is held of a set, as a device makes them. */
function ownSums(
  held: Held,
  theirs: readonly { entity: EntityName }[],
  of: (row: Record<string, unknown>, entity: EntityName) => boolean,
) {
  const entities = new Set([...theirs.map(({ entity }) => entity), ...held.keys()]);
  return [...entities].flatMap((entity): Sum[] =>
    sumsOf(
      entity,
      [...(held.get(entity) ?? [])]
        .filter(([, { row }]) => of(row, entity))
        .map(([key, { version }]) => ({ key, version })),
    ),
  );
}

describe.each(['admin', 'pta', 'biller'] as const)('what %s holds after hydration', (as) => {
  test('is what the server sums, set by set', async () => {
    const held = await hydrated(as);
    const clinic = await compare(as, { ...none, kind: 'clinic' });
    expect(clinic.moved).toBe(false);
    expect(clinic.sums.length).toBeGreaterThan(0);
    // What is no patient's is the clinic's, but for what is kept by its day.
    const byDay = new Set<EntityName>(dayEntities);
    const isOfClinic = (row: Record<string, unknown>, entity: EntityName) =>
      !('PatientId' in row) && !byDay.has(entity);
    expect(differing(ownSums(held, clinic.sums, isOfClinic), clinic.sums)).toEqual([]);

    const days = await compare(as, { ...none, kind: 'days', from: '2026-11-10', to: '2026-12-20' });
    const isNear = (row: Record<string, unknown>, entity: EntityName) => {
      const day = row[entity === 'customDays' ? 'day' : 'Start'];
      return typeof day === 'string' && day >= '2026-11-10' && day < '2026-12-21';
    };
    // Some of each kind, so that none is left out on both sides.
    expect(new Set(days.sums.map(({ entity }) => entity))).toEqual(new Set(['visits', ...dayEntities]));
    expect(differing(ownSums(held, days.sums, isNear), days.sums)).toEqual([]);

    const PatientIds = [...(held.get('patients')?.keys() ?? [])].slice(0, 100);
    const mine = new Set(PatientIds);
    const isMine = ({ PatientId: id }: Record<string, unknown>) => mine.has(String(id));
    const visits = [...(held.get('visits')?.values() ?? [])].map(({ row }) => row).filter(isMine);
    const far = visits.filter((row) => String(row['Start']) < none.from || String(row['Start']) > `${none.to}T24`);
    const VisitIds = far.map((row) => String(row['VisitId']));
    const parts = await compare(as, { ...none, kind: 'parts', PatientIds, VisitIds });
    expect(differing(ownSums(held, parts.sums, isMine), parts.sums)).toEqual([]);
    expect(new Set(parts.sums.map(({ entity }) => entity)).has('ledger')).toBe(as !== 'pta');
  });
});

test('a chart sums as it comes, and a changed row changes its version alone', async () => {
  const held: Held = new Map();
  const id = cast.patients.rosa;
  hold(held, (await call('sync.chart', { id: id as never }, { as: 'biller' })).put);
  const set: RowSet = { ...none, kind: 'charts', PatientIds: [id] };
  const before = await compare('biller', set);
  expect(
    differing(
      ownSums(held, before.sums, () => true),
      before.sums,
    ),
  ).toEqual([]);
  await db.owner(`update patients set "City" = 'Elsewhere' where "PatientId" = $1`, [id]);
  const after = await compare('biller', set);
  const own = ownSums(held, after.sums, () => true);
  expect(differing(own, after.sums)).toEqual([{ entity: 'patients', bucket: id.slice(-1), count: 1 }]);
  const { put } = await call('sync.repair', { set, entity: 'patients', buckets: [id.slice(-1)] }, { as: 'biller' });
  hold(held, put);
  expect(held.get('patients')?.get(id)?.row['City']).toBe('Elsewhere');
  expect(
    differing(
      ownSums(held, after.sums, () => true),
      after.sums,
    ),
  ).toEqual([]);
});

test('rows that a pull, a page and a repair bring carry the same version', async () => {
  const id = cast.patients.walter;
  const cookie = await cookieOf('pt');
  await db.owner(`update patients set "Phone" = '5035550188' where "PatientId" = $1`, [id]);
  const device = DeviceId.parse(randomUUID());
  const pulled = await call('sync.pull', { device, cookie, more: null }, { as: 'pt' });
  const set: RowSet = { ...none, kind: 'charts', PatientIds: [id] };
  const repaired = await call('sync.repair', { set, entity: 'patients', buckets: [id.slice(-1)] }, { as: 'pt' });
  const [row] = pulled.put.filter(({ entity }) => entity === 'patients');
  expect(row?.versions).toHaveLength(1);
  expect(repaired.put[0]?.versions).toEqual(row?.versions);
  expect(row?.versions[0]).toMatch(/^-?\d+$/);
});

test('a repair brings the buckets it was asked for and nothing else', async () => {
  const set: RowSet = { ...none, kind: 'days' };
  const all = await compare('admin', set);
  const [one] = all.sums;
  if (!one) throw new Error('The demo clinic has no visits.');
  const { put } = await call('sync.repair', { set, entity: 'visits', buckets: [one.bucket] }, { as: 'admin' });
  expect(put[0]?.rows.length).toBe(one.count);
  for (const row of put[0]?.rows ?? []) expect(String(row['VisitId']).at(-1)).toBe(one.bucket);
});

test('the last day there is has its rows', async () => {
  const [from, to] = ['9999-12-01', '9999-12-31'];
  const row = { site: 'demo', CustomDayId: randomUUID(), day: to };
  await db.owner(
    `insert into custom_days (site, "CustomDayId", "ProviderId", day, blocks, "Note")
     select $1, $2, "ProviderId", $3::date, blocks, "Note" from custom_days where site = $1 limit 1`,
    Object.values(row),
  );
  const { sums } = await compare('admin', { ...none, kind: 'days', from, to });
  expect(sums.map(({ entity, count }) => [entity, count])).toEqual([['customDays', 1]]);
});

test('says when the device has to pull first', async () => {
  const cookie = await cookieOf('pt');
  await db.owner(`update patients set "Phone" = '5035550199' where "PatientId" = $1`, [cast.patients.gus]);
  const set: RowSet = { ...none, kind: 'clinic' };
  expect(await call('sync.compare', { cookie, set }, { as: 'pt' })).toEqual({ moved: true, sums: [] });
  const foreign = await cookieOf('front');
  expect(await call('sync.compare', { cookie: foreign, set }, { as: 'pt' })).toEqual({ moved: true, sums: [] });
  await expect(call('sync.compare', { cookie: `${cookie}x`, set }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'invalid',
  });
});

test('another clinic, foreign facilities and the ledger stay out of sums and repairs', async () => {
  const [stranger] = await db.owner<{ PatientId: string }>(`select "PatientId" from patients where site = $1 limit 1`, [
    cast2.site,
  ]);
  const PatientIds = [String(stranger?.PatientId)];
  expect((await compare('admin', { ...none, kind: 'charts', PatientIds })).sums).toEqual([]);
  const set: RowSet = { ...none, kind: 'days' };
  const buckets = [...'0123456789abcdef'];
  const { put } = await call('sync.repair', { set, entity: 'visits', buckets }, { as: 'pta' });
  expect(new Set(put[0]?.rows.map((row) => row['FacilityId']))).toEqual(new Set([cast.facilities.harborview]));
});

test.each([
  ['too many days', { kind: 'days', from: '2020-01-01' }, 'visits'],
  ['days that end before they begin', { kind: 'days', to: '2020-01-01' }, 'visits'],
  ['rows that are not of the set', { kind: 'clinic' }, 'ledger'],
] as const)('%s are refused', async (_case, change, entity) => {
  const set: RowSet = { ...none, ...change };
  const asked = call('sync.repair', { set, entity, buckets: ['0'] }, { as: 'admin' });
  await expect(asked).rejects.toMatchObject({ kind: 'invalid' });
});
