import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { entities, type RowOf } from '#contract/entities.ts';
import { entityNames, keyOf, type EntityName } from '#contract/kept-rows.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import type { Who } from '#server/kit/db/transaction-mode.ts';
import { tables } from '#server/kit/db/tables.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { textRing } from '#server/testing/key-rings.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openCookie, sealCookie, type Cookie } from './cookie.ts';

type Pulled = ReplyOf<'sync.pull'>;

const cookieKeys = textRing('a key for tests');

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase({ connections: 16 });
  call = commandsOn(db, { cookieKeys });
});
afterAll(() => db.close());

const device = () => DeviceId.parse(randomUUID());

function pull(as: DemoUserName, cookie: string | null, more: string | null = null, now = new Date()): Promise<Pulled> {
  return call('sync.pull', { device: device(), cookie, more }, { as, now });
}

const putOf = (reply: Pulled, entity: EntityName) => reply.put.find((each) => each.entity === entity)?.rows ?? [];

/** A cookie as the server would have made it with something different in it. */
function changed(cookie: string, change: Partial<Cookie>): string {
  const opened = openCookie(cookieKeys, cookie);
  if (!opened) throw new Error('not a cookie of this server');
  return sealCookie(cookieKeys, { ...opened, ...change });
}

describe('what a pull brings', () => {
  test('without a cookie it says where history stands, and then only what changed since', async () => {
    const first = await pull('admin', null);
    expect(first).toMatchObject({ reset: false, put: [], leave: [], names: [], more: null });
    expect(await pull('admin', first.cookie)).toMatchObject({ put: [], leave: [], names: [], leaveNames: [] });

    await db.owner(`update patients set "Phone" = '5035550100' where site = 'demo' and "PatientId" = $1`, [
      cast.patients.rosa,
    ]);
    await db.owner(`update patients set "Phone" = '5035550100' where site = 'demo2'`);
    const second = await pull('admin', first.cookie);
    expect(putOf(second, 'patients').map((row) => [row['PatientId'], row['Phone']])).toEqual([
      [cast.patients.rosa, '5035550100'],
    ]);
    expect(second.names.map((name) => name.PatientId)).toEqual([cast.patients.rosa]);
    expect(Object.keys(putOf(second, 'patients')[0] ?? {})).not.toContain('site');
    expect(entities.patients.schema.safeParse(putOf(second, 'patients')[0]).success).toBe(true);
    expect((await pull('admin', second.cookie)).put).toEqual([]);
    expect(putOf(await pull('admin', first.cookie), 'patients').length).toBe(1);
  });

  test('a deleted row leaves, with its name', async () => {
    const id = randomUUID();
    await db.owner(
      `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex") values ('demo', $1, $1, 'Ada', 'Gone', '1980-01-01', 'F')`,
      [id],
    );
    const { cookie } = await pull('pt', null);
    await db.owner(`delete from patients where "PatientId" = $1`, [id]);
    const reply = await pull('pt', cookie);
    expect(reply.leave).toEqual([{ entity: 'patients', key: id }]);
    expect(reply.leaveNames).toEqual([id]);
  });

  test("a visit that moves out of the user's facilities leaves; one that moves in comes with its patient", async () => {
    const visit = cast.visits.today.ptaConfirmed;
    const place = (FacilityId: string) =>
      db.owner(`update visits set "FacilityId" = $1 where "VisitId" = $2`, [FacilityId, visit]);
    const before = await pull('pta', null);
    await place(cast.facilities.riverside);
    // One the user never could see: not even its id is told.
    await db.owner(`update visits set "CancelReason" = 'x' where "VisitId" = $1`, [cast.visits.today.riverside]);
    const out = await pull('pta', before.cookie);
    expect(out.put).toEqual([]);
    // What happened to it hangs on it and leaves with it.
    const history = await db.owner<{ id: string }>(
      `select "VisitHistoryId" as id from visit_history where "VisitId" = $1 order by id`,
      [visit],
    );
    expect(history.length).toBeGreaterThan(0);
    expect(out.leave).toEqual([
      ...history.map(({ id }) => ({ entity: 'visitHistory', key: id })),
      { entity: 'visits', key: visit },
    ]);

    await place(cast.facilities.harborview);
    const back = await pull('pta', out.cookie);
    expect(back.leave).toEqual([]);
    const [row] = putOf(back, 'visits');
    expect(row?.['VisitId']).toBe(visit);
    expect(putOf(back, 'visitHistory').map((each) => each['VisitHistoryId'])).toEqual(history.map(({ id }) => id));
    expect(putOf(back, 'patients').map((patient) => patient['PatientId'])).toEqual([row?.['PatientId']]);
    expect(putOf(back, 'cases').map((each) => each['CaseId'])).toContain(row?.['CaseId']);
  });

  test('a claim comes to whoever sees its visit and leaves with it, the ledger comes only with access billing', async () => {
    const limit = (providerIds: string[] | null) =>
      db.owner(`update users set "providerIds" = $1 where "Email" = 'pta@demo.test'`, [providerIds]);
    const { maya } = cast.providers;
    await limit([maya]);
    const [pta, biller] = [await pull('pta', null), await pull('biller', null)];
    const { closedPaid } = cast.visits.past;
    const entry = `insert into ledger_entries (site, "TransactionId", "VisitId", "PatientId", account, amount, "PostedOn", source, memo)
      select site, '018f0000-0000-7000-8000-000000000001', "VisitId", "PatientId", a.account, a.amount, '2026-11-18', 'manual', 'x'
      from visits, (values ('ar:patient', 100), ('revenue', -100)) as a (account, amount) where "VisitId" = $1`;
    await db.owner(entry, [closedPaid]);
    const touched = await db.owner<{ ClaimId: string; VisitId: string; FacilityId: string; ProviderId: string }>(
      `update claims c set filename = filename || 'x' from visits v
       where c.site = 'demo' and v.site = c.site and v."VisitId" = c."VisitId"
       returning c."ClaimId", v."VisitId", v."FacilityId", v."ProviderId"`,
    );
    const { harborview, riverside } = cast.facilities;
    const hers = touched.filter((of) => of.FacilityId === harborview && of.ProviderId === maya);
    const paid = hers.filter(({ VisitId }) => VisitId === closedPaid).map(({ ClaimId }) => ClaimId);
    const claims = (reply: Pulled) => new Set(putOf(reply, 'claims').map((row) => row['ClaimId']));
    const ids = (of: typeof touched) => new Set(of.map(({ ClaimId }) => ClaimId));

    const whole = await pull('biller', biller.cookie);
    expect([claims(whole), putOf(whole, 'ledger').length]).toEqual([ids(touched), 2]);
    const seen = await pull('pta', pta.cookie);
    expect([seen.put.map(({ entity }) => entity), claims(seen), seen.leave]).toEqual([['claims'], ids(hers), []]);

    const place = (FacilityId: string) =>
      db.owner(`update visits set "FacilityId" = $1 where "VisitId" = $2`, [FacilityId, closedPaid]);
    await place(riverside);
    const out = await pull('pta', seen.cookie);
    const left = out.leave.filter(({ entity }) => entity === 'claims' || entity === 'ledger');
    expect([out.put, left]).toEqual([[], paid.map((key) => ({ entity: 'claims', key }))]);
    await place(harborview);
    const back = await pull('pta', out.cookie);
    expect([[...claims(back)], putOf(back, 'ledger')]).toEqual([paid, []]);
    expect(paid).toHaveLength(1);
    await limit(null);
  });

  test('a long history comes in pages up to one fixed point', async () => {
    const { cookie } = await pull('admin', null);
    const add = (count: number) =>
      db.owner(
        `insert into referring_providers (site, "ReferringProviderId", "FirstName", "LastName") select 'demo', gen_random_uuid(), 'Page', 'Page' from generate_series(1, $1)`,
        [count],
      );
    await add(2_300);
    const seen: unknown[] = [];
    let reply = await pull('admin', cookie);
    let pages = 1;
    while (true) {
      seen.push(...putOf(reply, 'referringProviders').map((row) => row['ReferringProviderId']));
      if (reply.more === null) break;
      if (pages === 1) await add(5);
      reply = await pull('admin', cookie, reply.more);
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(2_300);
    expect(putOf(await pull('admin', reply.cookie), 'referringProviders').length).toBe(5);
  });
});

test('a delta that a crash of the database cut in two starts over, to a point of its own', async () => {
  const { cookie } = await pull('admin', null);
  const add = (count: number) =>
    db.owner(
      `insert into referring_providers (site, "ReferringProviderId", "FirstName", "LastName") select 'demo', gen_random_uuid(), 'Crash', 'Page' from generate_series(1, $1)`,
      [count],
    );
  await add(1_500);
  const first = await pull('admin', cookie);
  const ids = (reply: Pulled) => putOf(reply, 'referringProviders').map((row) => row['ReferringProviderId']);
  await add(3);
  const afterCrash = await pull('admin', cookie, (first.more ?? '').replace(/^[\w-]{8}/, 'another1'));
  expect(afterCrash.more).not.toBeNull();
  const last = await pull('admin', cookie, afterCrash.more);
  expect(last.more).toBeNull();
  expect(new Set([...ids(afterCrash), ...ids(last)]).size).toBe(1_503);
});

describe('cookies', () => {
  test('a changed cookie starts the device anew, as one of another server does; a made-up page mark is refused', async () => {
    const { cookie } = await pull('pt', null);
    const [text = '', signature = ''] = cookie.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), UserId: 'x' }),
    ).toString('base64url');
    for (const bad of [`${forged}.${signature}`, `${cookie}x`, cookie.slice(0, -2), text, 'x', '', '.']) {
      const reply = await pull('pt', bad);
      expect(reply, bad).toMatchObject({ reset: true, put: [], leave: [] });
      expect((await pull('pt', reply.cookie)).reset).toBe(false);
    }
    for (const more of ['x', `aaaaaaaa|1:1:|visits|' or 1=1`, 'aaaaaaaa|9:1:|visits|', '9:1:|visits|x']) {
      await expect(pull('pt', cookie, more), more).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  test('one of another user, site, scope, schema, history or age starts the device anew', async () => {
    const { cookie } = await pull('pt', null);
    await db.owner(`update patients set "Phone" = '5035550111' where "PatientId" = $1`, [cast.patients.walter]);
    const fresh = { reset: true, put: [], leave: [], names: [], leaveNames: [], more: null };
    expect(await pull('front', cookie)).toMatchObject(fresh);
    const others: Partial<Cookie>[] = [
      { site: 'demo2' },
      { scopes: 'other' },
      { schemaVersion: 0 },
      { epoch: randomUUID() },
      { snapshot: '9000000000:9000000001:' },
    ];
    for (const change of others)
      expect(await pull('pt', changed(cookie, change)), JSON.stringify(change)).toMatchObject(fresh);
    const later = new Date(Date.now() + 91 * 24 * 3_600_000);
    expect(await pull('pt', cookie, null, later)).toMatchObject(fresh);
    expect(putOf(await pull('pt', cookie), 'patients').length).toBe(1);
    expect((await pull('pt', (await pull('front', cookie)).cookie)).reset).toBe(true);
  });

  test('lost facilities start the device anew', async () => {
    const { cookie } = await pull('pta', null);
    await db.owner(`update users set "facilityIds" = $1 where "Email" = 'pta@demo.test'`, [
      [cast.facilities.riverside],
    ]);
    expect((await pull('pta', cookie)).reset).toBe(true);
    await db.owner(`update users set "facilityIds" = $1 where "Email" = 'pta@demo.test'`, [
      [cast.facilities.harborview],
    ]);
    expect((await pull('pta', cookie)).reset).toBe(false);
  });

  test('after a restart of the database what was logged since the cookie is sent again', async () => {
    await db.owner(`update patients set "Phone" = '5035550122' where "PatientId" = $1`, [cast.patients.gus]);
    const { cookie } = await pull('pt', null);
    expect(putOf(await pull('pt', cookie), 'patients')).toEqual([]);
    const former = changed(cookie, { boot: 'an earlier start' });
    let page = await pull('pt', former);
    expect(page.reset).toBe(false);
    const again = putOf(page, 'patients');
    // All that the demo wrote is more than one page.
    while (page.more !== null) {
      page = await pull('pt', former, page.more);
      again.push(...putOf(page, 'patients'));
    }
    expect(again.map((row) => row['PatientId'])).toContain(cast.patients.gus);
    expect(putOf(await pull('pt', page.cookie), 'patients')).toEqual([]);
  });
});

test('with twelve writers at once a device misses nothing and keeps nothing', async () => {
  const mirror = new Map<string, unknown>();
  const { cookie: start } = await pull('admin', null);
  for (const [key, row] of await wholeSite()) mirror.set(key, row);

  let cookie = start;
  let pulls = 0;
  async function catchUp(): Promise<void> {
    let more: string | null = null;
    do {
      const reply: Pulled = await pull('admin', cookie, more);
      expect(reply.reset).toBe(false);
      for (const { entity, rows } of reply.put)
        for (const row of rows) mirror.set(`${entity} ${keyOf(entity, row as RowOf<typeof entity>)}`, row);
      for (const { entity, key } of reply.leave) mirror.delete(`${entity} ${key}`);
      ({ more } = reply);
      if (more === null) ({ cookie } = reply);
    } while (more !== null);
    pulls += 1;
  }

  const until = Date.now() + 4_000;
  const written = Array.from({ length: 12 }, (_each, number) => write(number, until));
  while (Date.now() < until) await catchUp();
  const total = (await Promise.all(written)).reduce((sum, each) => sum + each, 0);
  await catchUp();

  expect(pulls).toBeGreaterThan(5);
  expect(total).toBeGreaterThan(100);
  const truth = await wholeSite();
  expect([...mirror.keys()].toSorted()).toEqual([...truth.keys()].toSorted());
  for (const [key, row] of truth) expect(mirror.get(key), key).toEqual(row);
}, 60_000);

const writer: Who = {
  site: 'demo',
  UserId: null,
  device: null,
  scopes: ['site', 'facility:*', 'provider:*', 'billing'],
};

/** Inserts, changes, deletes and takes back, in transactions of every length, so that they commit in any order. */
async function write(number: number, until: number): Promise<number> {
  const mine: string[] = [];
  let commits = 0;
  for (let round = 0; Date.now() < until; round += 1) {
    const pause = () => new Promise((resolve) => setTimeout(resolve, (number * 37 + round * 13) % 60));
    const work = db.tx(writer, async (tx) => {
      await tx.run(
        `update patients set "Phone" = $1 where "PatientId" = any (array(select "PatientId" from patients order by md5("PatientId"::text || $1) limit 1))`,
        [`${number}-${round}`],
      );
      await pause();
      const id = randomUUID();
      await tx.run(
        `insert into referring_providers (site, "ReferringProviderId", "FirstName", "LastName") values ('demo', $1, 'W', $2)`,
        [id, String(number)],
      );
      const old = mine[0];
      if (round % 3 === 2 && old)
        await tx.run('delete from referring_providers where "ReferringProviderId" = $1', [old]);
      await pause();
      if (round % 5 === 4) throw new Error('taken back');
      return { id, old: round % 3 === 2 ? old : undefined };
    });
    const done = await work.catch((error: Error) => {
      if (error.message !== 'taken back') throw error;
    });
    if (!done) continue;
    commits += 1;
    if (done.old) mine.shift();
    mine.push(done.id);
  }
  return commits;
}

async function wholeSite(): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for (const entity of entityNames) {
    const rows = await db.owner<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - 'site' - 'scope' as row from ${tables[entity]} t where site = 'demo'`,
    );
    for (const { row } of rows) all.set(`${entity} ${String(row[entities[entity].key])}`, row);
  }
  return all;
}
