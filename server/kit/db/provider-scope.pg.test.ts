import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
// Tess is the assistant whom Maya supervises.
const { maya: own, ben: other, tess: supervised } = cast.providers;
beforeAll(async () => {
  api = await testApi();
  await limit([]);
});
afterAll(() => api.close());

const pt = { as: 'pt' } as const;
const limit = (providerIds: string[] | null) =>
  api.call('users.update', { id: cast.users.pt, providerIds } as never, { as: 'admin' });
/** By the back door, and told as a change of rights is. */
async function adminSees(providerIds: string[] | null): Promise<void> {
  await api.db.owner(`update users set "providerIds" = $1 where site = 'demo' and "UserId" = $2`, [
    providerIds,
    cast.users.admin,
  ]);
  await api.db.owner(`select pg_notify('mainstay_change', 'rights ' || $1)`, [cast.users.admin]);
  const seen = async () => (await api.call('session.setup', {}, { as: 'admin' })).currentUser.providerIds;
  await expect.poll(seen).toEqual(providerIds);
}
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
        `select "VisitId" from visits where site = 'demo' and "ProviderId" <> all ($1)`,
        [[own, supervised]],
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

test('who supervises an assistant sees their visits too, as long as they do', async () => {
  const [theirs] = await visitsOf(supervised, hasNote);
  const get = () => api.call('visits.get', { id: theirs } as never, pt);
  await expect(get()).resolves.toBeDefined();
  const { cookie } = await pull(null);
  const supervise = (SupervisorProviderId: string | null, as: 'admin' | 'super') =>
    api.call('providers.update', { id: supervised, SupervisorProviderId } as never, { as });
  await supervise(other, 'admin');
  await expect.poll(async () => (await pull(cookie)).reset).toBe(true);
  await expect(get()).rejects.toMatchObject({ kind: 'not-found' });

  await adminSees([]);
  await expect(supervise(own, 'admin')).rejects.toMatchObject({ kind: 'no-permission' });
  await adminSees(null);
  await supervise(own, 'super');
  await expect.poll(() => get().then(Boolean, () => false)).toBe(true);
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
  await adminSees([]);
  await expect(
    api.call('users.update', { id: cast.users.front, providerIds: [other] } as never, { as: 'admin' }),
  ).resolves.toBeDefined();
  await expect(
    api.call('users.update', { id: cast.users.front, providerIds: null } as never, { as: 'admin' }),
  ).rejects.toMatchObject({ kind: 'no-permission' });
});

test('an account that sees its own visits is taken in hand by who sees them too, and its links are read by nobody else', async () => {
  const toPt = async () =>
    (await api.call('mail.list', {}, { as: 'admin' })).mails.filter(({ to }) => to === 'maya@new.test');
  const change = (id: string, Email: string) => api.call('users.update', { id, Email } as never, { as: 'admin' });
  await limit([]);
  await api.call('users.update', { id: cast.users.pt, Email: 'maya@new.test' } as never, { as: 'super' });
  await adminSees([other]);
  expect(await toPt()).toEqual([]);
  await expect(change(cast.users.pt, 'taken@new.test')).rejects.toMatchObject({ kind: 'no-permission' });
  await adminSees([own]);
  expect(await toPt()).toEqual([]);
  await adminSees([own, supervised]);
  expect((await toPt()).length).toBeGreaterThan(0);
  await expect(change(cast.users.pt, 'pt@demo.test')).resolves.toBeDefined();
});
