import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
let own: string;
let other: string;
beforeAll(async () => {
  api = await testApi();
  const providers = await api.db.owner<{ ProviderId: string; UserId: string | null }>(
    `select p."ProviderId", u."UserId" from providers p left join users u on u.site = p.site and u."EmployeeId" = p."ProviderId"
     where p.site = 'demo'`,
  );
  own = providers.find((each) => each.UserId === cast.users.pt)?.ProviderId ?? '';
  other = providers.find((each) => each.ProviderId !== own)?.ProviderId ?? '';
  await limit([]);
});
afterAll(() => api.close());

const pt = { as: 'pt' } as const;
const limit = (providerIds: string[] | null) =>
  api.call('users.update', { id: cast.users.pt, providerIds } as never, { as: 'admin' });
const pull = (cookie: string | null) =>
  api.call('sync.pull', { device: '018f0000-0000-7000-8000-00000000f002', cookie, more: null } as never, pt);
const visitsOf = async (ProviderId: string, where = 'true') =>
  (
    await api.db.owner<{ VisitId: string }>(
      `select "VisitId" from visits v where site = 'demo' and "ProviderId" = $1 and ${where} order by "Start" desc`,
      [ProviderId],
    )
  ).map(({ VisitId }) => VisitId);
const hasNote = `exists (select from visit_notes n where n.site = v.site and n."VisitId" = v."VisitId")`;

test('who sees their own visits alone gets no others, nor notes, charges, claims and history of them', async () => {
  const [theirs] = await visitsOf(other, hasNote);
  const [mine] = await visitsOf(own, hasNote);
  await api.call('visits.get', { id: mine } as never, pt);
  await expect(api.call('visits.get', { id: theirs } as never, pt)).rejects.toMatchObject({ kind: 'not-found' });

  const seen = new Map<string, Set<string>>();
  for (const priority of ['P0', 'P1'] as const) {
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const page: { put: { entity: string; rows: unknown[] }[]; after: string | null } = await api.call(
        'sync.hydrate',
        { priority, after } as never,
        pt,
      );
      for (const { entity, rows } of page.put) {
        const ids = seen.get(entity) ?? new Set();
        for (const row of rows) ids.add(String((row as Record<string, unknown>)['VisitId']));
        seen.set(entity, ids);
      }
      ({ after } = page);
    }
  }
  const foreign = new Set(
    (
      await api.db.owner<{ VisitId: string }>(
        `select "VisitId" from visits where site = 'demo' and "ProviderId" <> $1`,
        [own],
      )
    ).map(({ VisitId }) => VisitId),
  );
  expect(seen.get('visits')?.size).toBeGreaterThan(0);
  for (const entity of ['visits', 'visitNotes', 'services', 'claims', 'visitHistory'])
    expect(
      [...(seen.get(entity) ?? [])].filter((id) => foreign.has(id)),
      entity,
    ).toEqual([]);
});

test('a visit that is given to another provider leaves with all that hangs on it, and comes back with it', async () => {
  const [visit] = await visitsOf(own, hasNote);
  const give = (ProviderId: string) =>
    api.db.owner(`update visits set "ProviderId" = $1 where site = 'demo' and "VisitId" = $2`, [ProviderId, visit]);
  const before = await pull(null);
  await give(other);
  const out = await pull(before.cookie);
  expect(out.leave.filter(({ key }) => key === visit).map(({ entity }) => entity)).toEqual(
    expect.arrayContaining(['visits', 'visitNotes']),
  );
  expect(out.put.flatMap(({ rows }) => rows).filter((row) => (row as { VisitId?: string }).VisitId === visit)).toEqual(
    [],
  );
  await give(own);
  const back = await pull(out.cookie);
  expect(back.put.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['visits', 'visitNotes']));
});

test('with another provider selected the device starts anew; to all again too', async () => {
  const before = await pull(null);
  await limit([other]);
  await expect.poll(async () => (await pull(before.cookie)).reset).toBe(true);
  const [theirs] = await visitsOf(other);
  await api.call('visits.get', { id: theirs } as never, pt);
  await limit(null);
  await expect.poll(async () => (await api.call('session.setup', {}, pt)).currentUser.providerIds).toBeNull();
});

test('nobody lets others see visits they do not see, and no stranger is a provider', async () => {
  await expect(limit([crypto.randomUUID()])).rejects.toMatchObject({ kind: 'not-found' });
  await api.db.owner(`update users set "providerIds" = '{}' where site = 'demo' and "Email" = 'admin@demo.test'`);
  await expect
    .poll(async () => (await api.call('session.setup', {}, { as: 'admin' })).currentUser.providerIds, {
      timeout: 10_000,
    })
    .toEqual([]);
  await expect(
    api.call('users.update', { id: cast.users.front, providerIds: [other] } as never, { as: 'admin' }),
  ).resolves.toBeDefined();
  await expect(
    api.call('users.update', { id: cast.users.front, providerIds: null } as never, { as: 'admin' }),
  ).rejects.toMatchObject({ kind: 'no-permission' });
});
