import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#contract/base/errors.ts';
import { EraseOrder } from '#contract/session/device.ts';
import { cast } from '#server/demo/cast.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
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

  test("shows everyone's only to who may manage users", async () => {
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

  test("a device cannot speak for someone else's", async () => {
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

test('whether what a device keeps is sealed is audited when it is another than before', async () => {
  const id = newDevice();
  for (const isSealed of [true, true, false, false, true])
    await api.call('session.reportDevice', report(id, { isSealed }), { as: 'pt' });
  expect((await auditOf(id)).map(({ action, UserId }) => [action, UserId])).toEqual([
    ['device not sealed', cast.users.pt],
    ['device sealed', cast.users.pt],
  ]);
  // Of one that begins so.
  const open = newDevice();
  await api.call('session.reportDevice', report(open, { isSealed: false }), { as: 'pt' });
  expect((await auditOf(open)).map(({ action }) => action)).toEqual(['device not sealed']);
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
      expect([kind, message]).toEqual(['device-erased', 'Adele Minister signed out and erased this device.']);
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

  describe('is heard by a device that is locked or signed out', () => {
    const secret = 's'.repeat(43);
    const known = (id: never) => report(id, { askHash: sha256(secret) });
    const ask = (id: never, more: object = {}) => api.call('session.askErasure', { id, site: 'demo', secret, ...more });

    test('which asks with its own secret and no session', async () => {
      const id = newDevice();
      const device = await signInApart('pt@demo.test');
      await device.post(`/devices/${id}/report`, { ...known(id), id: undefined });
      expect(await ask(id)).toEqual({ order: null });
      await device.post('/session/logout');
      await api.call('session.signOutAndErase', { id }, { as: 'admin' });
      const { order } = await ask(id);
      expect(order).toMatchObject({ site: 'demo', DeviceId: id, UserId: cast.users.pt, by: 'Adele Minister' });
      await api.call('session.confirmErased', { id, site: 'demo', ticket: order?.ticket ?? '' });
      expect((await auditOf(id)).map(({ action }) => action)).toEqual(['sign out and erase', 'erased']);
    });

    test('and by no one with another secret, who does not even learn that there is such a device', async () => {
      const id = newDevice();
      const device = await signInApart('pt@demo.test');
      await device.post(`/devices/${id}/report`, { ...known(id), id: undefined });
      await api.call('session.signOutAndErase', { id }, { as: 'admin' });
      const nothing = { order: null };
      expect(await ask(id, { secret: 'x'.repeat(43) })).toEqual(nothing);
      expect(await ask(id, { site: 'demo2' })).toEqual(nothing);
      expect(await ask(newDevice())).toEqual(nothing);
      // One that has told no secret yet is found with none.
      const silent = newDevice();
      await (await signInApart('pt@demo.test')).post(`/devices/${silent}/report`, { ...report(silent), id: undefined });
      await api.call('session.signOutAndErase', { id: silent }, { as: 'admin' });
      expect(await ask(silent)).toEqual(nothing);
    });

    test('still after a report of an app that tells no secret', async () => {
      const id = newDevice();
      const device = await signInApart('pt@demo.test');
      for (const each of [known(id), report(id)])
        await device.post(`/devices/${id}/report`, { ...each, id: undefined });
      await api.call('session.signOutAndErase', { id }, { as: 'admin' });
      expect((await ask(id)).order).not.toBeNull();
    });

    test('asking leaves a sign-in as it is', async () => {
      const id = newDevice();
      const device = await signInApart('pt@demo.test');
      await device.post(`/devices/${id}/report`, { ...known(id), id: undefined });
      const asked = await device.post(`/devices/${id}/askErasure`, { site: 'demo', secret });
      expect([asked.statusCode, asked.cookies]).toEqual([200, []]);
      expect((await device.post('/session/refresh')).statusCode).toBe(200);
    });

    test('as often as a clinic behind one address needs, and no oftener', async () => {
      const busy = await testApi(api.db, { SIGN_INS_PER_QUARTER_HOUR: '1' });
      try {
        const payload = { site: 'demo', secret };
        const asked: number[] = [];
        for (let time = 0; time <= 100; time += 1)
          asked.push(
            (await busy.app.inject({ method: 'POST', url: `/api/devices/${newDevice()}/askErasure`, payload }))
              .statusCode,
          );
        expect([new Set(asked.slice(0, 100)), asked.at(-1)]).toEqual([new Set([200]), 429]);
      } finally {
        await busy.close();
      }
    });
  });

  test("of someone else's device needs the permission, of one's own none", async () => {
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
