import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#contract/base/errors.ts';
import { EraseOrder } from '#contract/session/device.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const newDevice = () => crypto.randomUUID() as never;
const report = (id: never, more: object = {}) => ({
  id,
  name: 'Chrome on Windows',
  waiting: 2,
  parked: 1,
  isSealed: true,
  synced: true,
  keyChanges: [],
  ...more,
});
const auditOf = (pk: string) =>
  api.db.owner<{ action: string; UserId: string; detail: Record<string, string> }>(
    `select action, "UserId", detail from audit_entry where entity = 'devices' and pk = $1 order by id`,
    [pk],
  );

/** A sign-in of its own, so that ending it does not end those of other tests. */
async function signInApart(email: string) {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/api/session/login',
    payload: { email, password: cast.password },
  });
  const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}`, 'x-site-key': 'demo' };
  const cookies = { mainstay_refresh: reply.cookies.find((one) => one.name === 'mainstay_refresh')?.value ?? '' };
  return {
    post: (url: string, payload: object = {}) =>
      api.app.inject({ method: 'POST', url: `/api${url}`, headers, cookies, payload }),
    get: (url: string) => api.app.inject({ method: 'GET', url: `/api${url}`, headers }),
  };
}

describe('the list of devices', () => {
  test('shows a person their own, with what each last said of itself', async () => {
    const id = newDevice();
    await api.call('session.reportDevice', report(id), { as: 'pt' });
    const { devices } = await api.call('session.devices', { of: 'own' }, { as: 'pt' });
    expect(new Set(devices.map((each) => each.UserId))).toEqual(new Set([cast.users.pt]));
    expect(devices.find((each) => each.DeviceId === id)).toMatchObject({
      name: 'Chrome on Windows',
      waiting: 2,
      parked: 1,
      isSealed: true,
      lastSyncAt: expect.any(String),
      revokedAt: null,
      erasedAt: null,
    });
  });

  test("shows everybody's only to who may manage users", async () => {
    const id = newDevice();
    await api.call('session.reportDevice', report(id), { as: 'front' });
    await expect(api.call('session.devices', { of: 'all' }, { as: 'pt' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
    const { devices } = await api.call('session.devices', { of: 'all' }, { as: 'admin' });
    expect(devices.find((each) => each.DeviceId === id)).toMatchObject({ person: 'Fern Delacroix' });
    const elsewhere = await api.call('session.devices', { of: 'all' }, { as: 'admin', site: 'demo2' });
    expect(elsewhere.devices.some((each) => each.DeviceId === id)).toBe(false);
  });

  test('keeps when it last synced while a device only says hello', async () => {
    const id = newDevice();
    await api.call('session.reportDevice', report(id), { as: 'pt' });
    const before = await api.call('session.devices', { of: 'own' }, { as: 'pt' });
    await api.call('session.reportDevice', report(id, { synced: false, waiting: 7 }), { as: 'pt' });
    const after = await api.call('session.devices', { of: 'own' }, { as: 'pt' });
    const of = ({ devices }: typeof before) => devices.find((each) => each.DeviceId === id);
    expect([of(after)?.waiting, of(after)?.lastSyncAt]).toEqual([7, of(before)?.lastSyncAt]);
  });

  test("a device cannot speak for somebody else's", async () => {
    const id = newDevice();
    await api.call('session.reportDevice', report(id), { as: 'pt' });
    await expect(api.call('session.reportDevice', report(id, { name: 'Mine' }), { as: 'front' })).rejects.toMatchObject(
      {
        kind: 'not-found',
      },
    );
  });
});

test('changes of the keys are audited once, however often they are told', async () => {
  const id = newDevice();
  const change = { id: crypto.randomUUID(), what: 'enrolled' as const, at: '2026-11-18T08:00:00.000Z' };
  const other = { ...change, id: crypto.randomUUID(), what: 'deviceUnlockAdded' as const };
  await api.call('session.reportDevice', report(id, { keyChanges: [change] }), { as: 'pt' });
  await api.call('session.reportDevice', report(id, { keyChanges: [change, other] }), { as: 'pt' });
  expect(await auditOf(id)).toMatchObject([
    { action: 'keys', UserId: cast.users.pt, detail: { what: 'enrolled' } },
    { action: 'keys', UserId: cast.users.pt, detail: { what: 'deviceUnlockAdded' } },
  ]);
});

describe('sign out and erase', () => {
  test('ends the sessions of the device at once; every call and the refresh say that it must erase itself', async () => {
    const id = newDevice();
    const device = await signInApart('pt@demo.test');
    const another = await signInApart('pt@demo.test');
    expect((await device.post(`/devices/${id}/report`, { ...report(id), id: undefined })).statusCode).toBe(200);
    const state = await api.call('session.signOutAndErase', { id }, { as: 'admin' });
    expect(state).toMatchObject({ revokedBy: 'Adele Minister', erasedAt: null });
    await expect.poll(async () => (await device.get('/setup')).statusCode).toBe(410);
    const answers = await Promise.all([
      device.get('/setup'),
      device.post('/sync/pull', { device: id, cookie: null, more: null }),
      device.post('/session/refresh'),
      // Signed in anew, the device still is what was ordered to erase itself.
      another.get(`/setup?device=${id}`),
      another.post('/sync/pull', { device: id, cookie: null, more: null }),
      another.post(`/devices/${id}/report`, { ...report(id), id: undefined }),
      another.post('/sync/push', {
        device: id,
        entries: [{ mid: 1, name: 'none', input: {}, base: {}, schemaVersion: 1, madeAt: '', clockOffset: 0 }],
      }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(410);
      const { kind, message, current } = answer.json<Failure>();
      expect([kind, message]).toEqual(['device-erased', 'This device was signed out and erased by Adele Minister.']);
      expect(EraseOrder.parse(current)).toMatchObject({ site: 'demo', DeviceId: id, UserId: cast.users.pt });
    }
    expect((await another.get('/setup')).statusCode).toBe(200);
  });

  test('is confirmed by the device with its ticket alone, and audited from the order to the end', async () => {
    const id = newDevice();
    await api.call('session.reportDevice', report(id), { as: 'pt' });
    await api.call('session.signOutAndErase', { id }, { as: 'admin' });
    await api.call('session.signOutAndErase', { id }, { as: 'admin' });
    const pull = { device: id, cookie: null, more: null };
    await expect(api.call('sync.pull', pull, { as: 'front' })).rejects.toMatchObject({ kind: 'conflict' });
    const refusal = await (await signInApart('pt@demo.test')).post('/sync/pull', pull);
    const { ticket } = EraseOrder.parse(refusal.json<Failure>().current);
    await expect(
      api.call('session.confirmErased', { id, site: 'demo', ticket: crypto.randomUUID() }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(api.call('session.confirmErased', { id, site: 'demo2', ticket })).rejects.toMatchObject({
      kind: 'not-found',
    });
    for (let time = 0; time < 2; time += 1) await api.call('session.confirmErased', { id, site: 'demo', ticket });
    const { devices } = await api.call('session.devices', { of: 'all' }, { as: 'admin' });
    expect(devices.find((each) => each.DeviceId === id)).toMatchObject({ erasedAt: expect.any(String), waiting: 0 });
    expect((await auditOf(id)).map(({ action, UserId }) => [action, UserId])).toEqual([
      ['sign out and erase', cast.users.admin],
      ['erased', cast.users.pt],
    ]);
    // The session that reported is the shared one of these tests.
    await api.db.owner(`update sessions set "endedAt" = null, "DeviceId" = null where "DeviceId" = $1`, [id]);
  });

  test("of somebody else's device needs the permission, of one's own none", async () => {
    const id = newDevice();
    const own = await signInApart('front@demo.test');
    await own.post(`/devices/${id}/report`, { ...report(id), id: undefined });
    await expect(api.call('session.signOutAndErase', { id }, { as: 'pt' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(api.call('session.signOutAndErase', { id }, { as: 'admin', site: 'demo2' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect((await own.post(`/devices/${id}/signOutAndErase`)).statusCode).toBe(200);
  });

  test('leaves the other devices of the person alone', async () => {
    const [id, other] = [newDevice(), newDevice()];
    const [lost, kept] = [await signInApart('biller@demo.test'), await signInApart('biller@demo.test')];
    await lost.post(`/devices/${id}/report`, { ...report(id), id: undefined });
    await kept.post(`/devices/${other}/report`, { ...report(other), id: undefined });
    await api.call('session.signOutAndErase', { id }, { as: 'admin' });
    await expect.poll(async () => (await lost.get('/setup')).statusCode).toBe(410);
    expect((await kept.post('/sync/pull', { device: other, cookie: null, more: null })).statusCode).toBe(200);
  });
});
