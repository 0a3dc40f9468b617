import { afterAll, beforeAll, expect, test } from 'vitest';
import { PatientId } from '#contract/base/ids.ts';
import { entities, type RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { cast, cast2, type DemoUserName } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

type Reply = ReplyOf<'sync.hydrate'>;
type Held = {
  replies: number;
  rows: Map<EntityName, Map<string, Record<string, unknown>>>;
  names: Reply['names'];
  day: string | null;
};

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

/** Follows the page marks to the end and checks that no row comes twice and that each is what the contract says. */
async function hydrate(
  as: DemoUserName,
  priority: 'P0' | 'P1' | 'names',
  held: Held = { replies: 0, rows: new Map(), names: [], day: null },
  now?: Date,
): Promise<Held> {
  let after: string | null = null;
  do {
    const reply: Reply = await call(
      'sync.hydrate',
      { priority, after, day: held.day },
      { as, ...(now ? { now } : {}) },
    );
    held.day = reply.day;
    held.replies += 1;
    held.names.push(...reply.names);
    take(held, reply);
    ({ after } = reply);
  } while (after !== null);
  return held;
}

function take(held: Held, { put }: Pick<Reply, 'put'>): void {
  for (const { entity, rows } of put) {
    const known = held.rows.get(entity) ?? new Map<string, Record<string, unknown>>();
    held.rows.set(entity, known);
    for (const row of rows) {
      const key = keyOf(entity, row as RowOf<typeof entity>);
      expect(known.has(key), `${entity} ${key} twice`).toBe(false);
      known.set(key, row);
    }
  }
}

const keys = (held: Held, entity: EntityName) => [...(held.rows.get(entity)?.keys() ?? [])];
const all = (held: Held, entity: EntityName) => [...(held.rows.get(entity)?.values() ?? [])];

/** Of this week and next, or begun in the last month and not finished. */
function isSoon(visit: Record<string, unknown>): boolean {
  const day = String(visit['Start']).slice(0, 10);
  if (day >= '2026-11-29') return false;
  const isOpen = ['checkedIn', 'inProgress', 'review', 'billing'].includes(String(visit['stage']));
  return day >= '2026-11-15' || (isOpen && day >= '2026-10-19');
}

test('P0 is the clinic and its two weeks, whole and as the contract says', async () => {
  const held = await hydrate('admin', 'P0');
  expect(held.replies).toBeLessThanOrEqual(2);
  expect(keys(held, 'facilities').length).toBe(2);
  expect(keys(held, 'providers').length).toBeGreaterThanOrEqual(8);
  for (const id of Object.values(cast.visits.today)) expect(keys(held, 'visits')).toContain(id);
  for (const [entity, rows] of held.rows) {
    for (const row of rows.values()) {
      const parsed = entities[entity].schema.safeParse(row);
      expect(parsed.error?.issues, `${entity} ${JSON.stringify(parsed.error?.issues)}`).toBeUndefined();
    }
  }
  // Whoever comes in these weeks is there with all their visits of 60 days; what hangs on others comes later.
  const soon = all(held, 'visits').filter((visit) => isSoon(visit));
  const days = soon.map((row) => String(row['Start']).slice(0, 10)).toSorted();
  expect(days.some((day) => day >= '2026-11-22')).toBe(true);
  expect(days.at(-1)?.localeCompare('2026-11-29')).toBe(-1);
  for (const visit of all(held, 'visits')) {
    expect(keys(held, 'patients')).toContain(visit['PatientId']);
    expect(keys(held, 'cases')).toContain(visit['CaseId']);
  }
  const patients = new Set(soon.map((visit) => visit['PatientId']));
  expect(new Set(keys(held, 'patients'))).toEqual(patients);
  const [near] = await db.owner<{ count: number }>(
    `select count(*)::int as count from visits where site = 'demo' and "PatientId" = any ($1)
     and "Start" >= '2026-09-19' and "Start" < '2027-01-18'`,
    [[...patients]],
  );
  expect(keys(held, 'visits').length).toBe(near?.count);
  const [notes] = await db.owner<{ count: number }>(
    `select count(*)::int as count from visit_notes where site = 'demo' and "VisitId" = any ($1)`,
    [soon.map((visit) => visit['VisitId'])],
  );
  expect(keys(held, 'visitNotes').length).toBe(notes?.count);
});

test('each user gets the rows of their own scopes', async () => {
  const pta = await hydrate('pta', 'P0');
  expect(new Set(all(pta, 'visits').map((row) => row['FacilityId']))).toEqual(new Set([cast.facilities.harborview]));
  expect(keys(pta, 'visits')).not.toContain(cast.visits.today.riverside);
  expect(keys(pta, 'ledger')).toEqual([]);
  expect(keys(await hydrate('biller', 'P1', await hydrate('biller', 'P0')), 'ledger').length).toBeGreaterThan(0);
});

test('claims come with the visits they hang on to whoever sees those, the ledger only with access billing', async () => {
  const claims = await db.owner<{ ClaimId: string; PatientId: string; FacilityId: string; ProviderId: string }>(
    `select c."ClaimId", v."PatientId", v."FacilityId", v."ProviderId" from claims c join visits v using (site, "VisitId")
     where site = 'demo'`,
  );
  const those = (is: (claim: (typeof claims)[number]) => boolean) => {
    const ids = claims.filter(is).map(({ ClaimId }) => ClaimId);
    // Some are the user's and some are not: otherwise nothing is shown here.
    expect([ids.length > 0, ids.length < claims.length]).toEqual([true, true]);
    return new Set(ids);
  };
  const see = async (as: DemoUserName) => {
    const held = await hydrate(as, 'P1', await hydrate(as, 'P0'));
    const charts: Held = { replies: 0, rows: new Map(), names: [], day: null };
    for (const id of new Set(claims.map(({ PatientId: of }) => PatientId.parse(of))))
      take(charts, await call('sync.chart', { id }, { as }));
    return [held, charts].map((of) => ({
      claims: new Set(keys(of, 'claims')),
      hasLedger: keys(of, 'ledger').length > 0,
    }));
  };
  const alike = (of: object) => [of, of];
  const { harborview } = cast.facilities;
  const here = { claims: those(({ FacilityId }) => FacilityId === harborview), hasLedger: false };
  expect(await see('pta')).toEqual(alike(here));
  const limit = (providerIds: string[] | null) =>
    db.owner(`update users set "providerIds" = $1 where "Email" = 'pta@demo.test'`, [providerIds]);
  const { maya } = cast.providers;
  await limit([maya]);
  const hers = those(({ FacilityId, ProviderId }) => FacilityId === harborview && ProviderId === maya);
  expect(await see('pta')).toEqual(alike({ claims: hers, hasLedger: false }));
  await limit(null);
  const every = { claims: new Set(claims.map(({ ClaimId }) => ClaimId)), hasLedger: true };
  expect(await see('biller')).toEqual(alike(every));
});

test('P0 and P1 hold everyone in treatment and 60 days of visits either way with what hangs on them, each row once', async () => {
  const held = await hydrate('admin', 'P0');
  await hydrate('admin', 'P1', held);
  const active = await db.owner<{ PatientId: string }>(
    `select distinct "PatientId" from cases where site = 'demo' and "DischargedAt" is null`,
  );
  for (const { PatientId: id } of active) expect(keys(held, 'patients')).toContain(id);
  const [near] = await db.owner<{ count: number }>(
    `select count(*)::int as count from visits where site = 'demo' and "Start" >= '2026-09-19' and "Start" < '2027-01-18'`,
  );
  expect(keys(held, 'visits').length).toBe(near?.count);
  const [services] = await db.owner<{ count: number }>(
    `select count(*)::int as count from services where site = 'demo' and "VisitId" = any ($1)`,
    [keys(held, 'visits')],
  );
  expect(keys(held, 'services').length).toBe(services?.count);
});

test('what an authorization or a script counts comes with it, however long ago, and nothing else of that time', async () => {
  const [of] = await db.owner<{ CaseId: string; PatientId: string; InsuranceId: string }>(
    `select c."CaseId", c."PatientId", i."InsuranceId" from cases c join insurances i using (site, "PatientId")
     where site = 'demo' and "DischargedAt" is null order by 1, 3 limit 1`,
  );
  const visitOn = async (day: string, stage = 'closed') =>
    (
      await db.owner<{ VisitId: string }>(
        `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
         select site, gen_random_uuid(), $2, $3, "FacilityId", "ProviderId", "VisitTypeName", $4 || 'T10:00', $4 || 'T10:30', $5
         from visits where "VisitId" = $1 returning "VisitId"`,
        [cast.visits.today.scheduled, of?.CaseId, of?.PatientId, day, stage],
      )
    )[0]?.VisitId ?? '';
  const counted = [await visitOn('2026-07-06'), await visitOn('2027-03-01', 'scheduled')];
  const others = [
    await visitOn('2026-06-30'),
    await visitOn('2026-07-07', 'noShow'),
    await visitOn('2027-03-02', 'scheduled'),
  ];
  const those = async () => {
    const held = await hydrate('admin', 'P1', await hydrate('admin', 'P0'));
    expect(keys(held, 'visits').filter((id) => others.includes(id))).toEqual([]);
    return keys(held, 'visits')
      .filter((id) => counted.includes(id))
      .toSorted();
  };
  const authorize = (table: string, columns: string, values: string, Start: string, End: string) =>
    db.owner(
      `insert into ${table} (site, "CaseId", "PatientId", "Start", "End", ${columns})
       values ('demo', $1, $2, $3, $4, ${values})`,
      [of?.CaseId, of?.PatientId, Start, End],
    );
  await db.owner(`delete from authorizations where "CaseId" = $1`, [of?.CaseId]);
  await db.owner(`delete from scripts where "CaseId" = $1`, [of?.CaseId]);
  expect(await those()).toEqual([]);
  const visits = `gen_random_uuid(), '${of?.InsuranceId}', 'visits', 12, 'approved', 'signed'`;
  const terms = `"AuthorizationId", "InsuranceId", "Kind", "Allowed", "Status", "CountRule"`;
  // One that is over counts nothing any more, one by dates never did.
  await authorize('authorizations', terms, visits, '2026-07-01', '2026-11-17');
  await authorize('authorizations', terms, visits.replace(`'visits', 12`, `'dates', null`), '2026-07-01', '2027-03-01');
  expect(await those()).toEqual([]);
  await authorize('authorizations', terms, visits, '2026-07-01', '2027-03-01');
  expect(await those()).toEqual(counted.toSorted());
  // What it covers besides is taken by one before it.
  const earlier = others.shift() ?? '';
  await authorize('authorizations', terms, visits, '2026-06-01', '2026-07-31');
  counted.push(earlier);
  expect(await those()).toEqual(counted.toSorted());
  others.push(counted.pop() ?? '');
  await db.owner(`delete from authorizations where "CaseId" = $1`, [of?.CaseId]);
  await authorize('scripts', '"ScriptId", "Visits"', 'gen_random_uuid(), 12', '2026-07-01', '2027-03-01');
  expect(await those()).toEqual(counted.toSorted());
});

test('names bring every patient of the site once', async () => {
  await db.owner(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
     select 'demo', gen_random_uuid(), gen_random_uuid(), 'Many', 'N' || n, '1970-01-01', 'U' from generate_series(1, 4100) n`,
  );
  const { names, replies } = await hydrate('front', 'names');
  const [count] = await db.owner<{ count: number }>(`select count(*)::int as count from patients where site = 'demo'`);
  expect(new Set(names.map((name) => name.PatientId)).size).toBe(names.length);
  expect(names.length).toBe(count?.count);
  expect(replies).toBe(3);
  expect(Object.keys(names[0] ?? {}).toSorted()).toEqual([
    'DateOfBirth',
    'FirstName',
    'LastName',
    'PatientId',
    'Phone',
    'PreferredName',
  ]);
});

test('a chart holds all of one patient, and of no one else', async () => {
  const id = PatientId.parse(cast.patients.rosa);
  const { put } = await call('sync.chart', { id }, { as: 'biller' });
  for (const { entity, rows } of put) {
    for (const row of rows) expect(row['PatientId'], entity).toBe(id);
  }
  const [visits] = await db.owner<{ count: number }>(
    `select count(*)::int as count from visits where "PatientId" = $1`,
    [id],
  );
  expect(put.find((each) => each.entity === 'visits')?.rows.length).toBe(visits?.count);
  const [foreign] = await db.owner<{ PatientId: string }>(`select "PatientId" from patients where site = $1 limit 1`, [
    cast2.site,
  ]);
  await expect(call('sync.chart', { id: PatientId.parse(foreign?.PatientId) }, { as: 'admin' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});

test.each(['0001-01-01', '9999-12-31'])('around %s, where years end, the clinic comes all the same', async (day) => {
  const reply = await call('sync.hydrate', { priority: 'P0', after: null, day }, { as: 'admin' });
  expect(reply.put.map(({ entity }) => entity)).toContain('facilities');
});

test('a made-up page mark is refused', async () => {
  for (const after of [
    'x',
    '99:00000000-0000-0000-0000-000000000000',
    '0:x',
    '0:00000000-0000-0000-0000-000000000000:x',
    '0:00000000-0000-0000-0000-000000000000:12345',
    `0:00000000-0000-0000-0000-000000000000'`,
  ]) {
    await expect(call('sync.hydrate', { priority: 'P0', after, day: null }, { as: 'pt' }), after).rejects.toMatchObject(
      {
        kind: 'invalid',
      },
    );
  }
});

/** A new patient with one open case and one visit at a time. */
async function patientWith(start: string, stage: string): Promise<{ PatientId: string; VisitId: string }> {
  const [patient] = await db.owner<{ PatientId: string }>(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
     values ('demo', gen_random_uuid(), gen_random_uuid(), 'Late', 'Comer', '1970-01-01', 'U') returning "PatientId"`,
  );
  const [one] = await db.owner<{ PatientId: string; VisitId: string }>(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
     select site, gen_random_uuid(), "CaseId", $4, "FacilityId", "ProviderId", "VisitTypeName", $2, left($2, 10) || 'T23:00', $3
     from visits where "VisitId" = $1 returning "VisitId", "PatientId"`,
    [cast.visits.today.scheduled, start, stage, patient?.PatientId],
  );
  if (!one) throw new Error('No visit was made.');
  return one;
}

test('P0 before the week ends and P1 after it hold everyone in treatment', async () => {
  const one = await patientWith('2026-12-01T10:00', 'scheduled');
  const held = await hydrate('admin', 'P0', undefined, new Date('2026-11-20T22:00:00Z'));
  expect(keys(held, 'patients').includes(one.PatientId)).toBe(false);
  await hydrate('admin', 'P1', held, new Date('2026-11-23T14:00:00Z'));
  expect([keys(held, 'patients').includes(one.PatientId), keys(held, 'visits').includes(one.VisitId)]).toEqual([
    true,
    true,
  ]);
});

test('a visit of three weeks ago that is taken up between P0 and P1 does not lose its patient', async () => {
  const one = await patientWith('2026-10-26T10:00', 'scheduled');
  const noon = new Date('2026-11-18T17:00:00Z');
  const held = await hydrate('admin', 'P0', undefined, noon);
  expect(keys(held, 'patients').includes(one.PatientId)).toBe(false);
  await db.owner(`update visits set stage = 'inProgress' where site = 'demo' and "VisitId" = $1`, [one.VisitId]);
  await hydrate('admin', 'P1', held, noon);
  expect([keys(held, 'patients').includes(one.PatientId), keys(held, 'visits').includes(one.VisitId)]).toEqual([
    true,
    true,
  ]);
});

test('the first replies are small, each next one brings up to twice as many rows', async () => {
  await db.owner(
    `with made as (
       insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
       select 'demo', gen_random_uuid(), gen_random_uuid(), 'One', 'OfMany', '1970-01-01', 'U' from generate_series(1, 400)
       returning "PatientId")
     insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
     select site, gen_random_uuid(), "CaseId", made."PatientId", "FacilityId", "ProviderId", "VisitTypeName",
       '2026-11-20T10:00', '2026-11-20T10:30'
     from visits, made, generate_series(1, 20) where "VisitId" = $1`,
    [cast.visits.today.scheduled],
  );
  const visits: number[] = [];
  let after: string | null = null;
  let day: string | null = '2026-11-20';
  do {
    const reply: Reply = await call('sync.hydrate', { priority: 'P0', after, day }, { as: 'admin' });
    visits.push(reply.put.find(({ entity }) => entity === 'visits')?.rows.length ?? 0);
    ({ after, day } = reply);
  } while (after !== null);
  expect(
    visits.every((rows, at) => rows <= 1_000 * 2 ** at),
    visits.join(', '),
  ).toBe(true);
  const [first = 0, second = 0, third = 0] = visits;
  expect([first > 500, second > 1_000, third > 2_000], visits.join(', ')).toEqual([true, true, true]);
});

test('a clinic with many visits hydrates in pages, every row once', async () => {
  await db.owner(
    `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
     select site, gen_random_uuid(), "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", '2026-11-20T10:00', '2026-11-20T10:30'
     from visits, generate_series(1, 3500) where "VisitId" = $1`,
    [cast.visits.today.scheduled],
  );
  const held = await hydrate('pt', 'P0');
  expect(held.replies).toBeGreaterThan(1);
  expect(keys(held, 'visits').length).toBeGreaterThan(3_500);
  expect(keys(held, 'cases').length).toBeGreaterThan(0);
});
