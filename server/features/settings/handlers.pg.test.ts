import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RefusedSettings } from '#contract/settings/endpoints.ts';
import { AppError } from '#contract/base/errors.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const as = { as: 'admin' } as const;
const website = async () => (await api.call('settings.refreshWebsite', {}, { as: 'pt' })).website;

describe('settings', () => {
  test('reach the setup of everyone, are told to every process, and are audited with what they were', async () => {
    const heard: (string | null)[] = [];
    const stop = await api.db.listen('mainstay_change', (said) => heard.push(said));
    const reply = await api.call('settings.save', { settings: { idle_timeout_ms: 300_000 } }, as);
    expect(reply.website.idle_timeout_ms).toBe(300_000);
    expect((await api.call('session.setup', {}, { as: 'pt' })).website).toMatchObject({
      idle_timeout_ms: 300_000,
      enable_ar_warnings: true,
      enable_emergency_access: false,
    });
    await expect.poll(() => heard).toContain('setup demo');
    await stop();
    const [entry] = await api.db.owner<{ UserId: string; detail: Record<'before' | 'after', { settings: object }> }>(
      `select "UserId", detail from audit_entry where site = 'demo' and entity = 'website' order by id desc limit 1`,
    );
    expect(entry?.UserId).toBe(cast.users.admin);
    expect(entry?.detail.before.settings).not.toHaveProperty('idle_timeout_ms');
    expect(entry?.detail.after.settings).toMatchObject({ idle_timeout_ms: 300_000 });
  });

  test('someone else’s change is not written over: the website comes back as it is (spec 8)', async () => {
    await api.call('settings.save', { settings: { hide_pain_point: true } }, as);
    // Who sends what they saw has changed nothing.
    const late = { settings: { hide_pain_point: false }, base: { hide_pain_point: false } };
    // Both wanted the same in the end: nothing to refuse.
    const same = { settings: { hide_pain_point: true }, base: { hide_pain_point: false } };
    await api.call('settings.save', same, as);
    const stale = { settings: { idle_timeout_ms: 600_000 }, base: { idle_timeout_ms: 2_400_000 } };
    const refused = await api.call('settings.save', stale, as).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ kind: 'changed-elsewhere', message: expect.stringContaining('“Lock after”') });
    expect(RefusedSettings.parse((refused as AppError).current).website.idle_timeout_ms).toBe(300_000);
    expect((await website()).idle_timeout_ms).toBe(300_000);
    expect((await api.call('settings.save', late, as)).website.hide_pain_point).toBe(true);
  });

  test('of a page are changed with its permission alone', async () => {
    const save = (settings: object, who: 'admin' | 'super' | 'biller') =>
      api.call('settings.save', { settings }, { as: who });
    await expect(save({ enable_reports: false }, 'biller')).rejects.toMatchObject({ kind: 'no-permission' });
    await expect(save({ plus: false }, 'admin')).rejects.toMatchObject({ kind: 'no-permission' });
    await save({ enable_sidekick: true }, 'admin');
    await save({ plus: false }, 'super');
    await expect(save({ enable_sidekick: false }, 'admin')).rejects.toMatchObject({ kind: 'no-permission' });
    await save({ plus: true }, 'super');
    expect(await website()).toMatchObject({ plus: true, enable_sidekick: true, enable_reports: true });
  });

  test('leave what other parts keep beside them alone', async () => {
    await api.db.owner(`update sites set settings = settings || '{"other": [1]}' where site = 'demo'`);
    await api.call('settings.save', { settings: { enable_reports: false } }, as);
    const [row] = await api.db.owner<{ settings: object }>(`select settings from sites where site = 'demo'`);
    expect(row?.settings).toMatchObject({ other: [1], enable_reports: false });
  });
});

describe('the closed billing period', () => {
  const today = async () => (await api.db.owner<{ day: string }>('select current_date::text as day'))[0]?.day ?? '';
  const close = (end: string | null, before: string | null) =>
    api.call('settings.setClosedPeriod', { closedBillingPeriodEnd: end, base: { closedBillingPeriodEnd: before } }, as);
  const now = async () => (await api.call('settings.closedPeriod', {}, as)).closedBillingPeriodEnd;

  test('is moved by who saw where it stands, only to days before today, and told in the setup', async () => {
    const before = await now();
    expect(before).toBe('2026-10-31');
    await close('2026-11-05', before);
    expect((await api.call('session.setup', {}, { as: 'pt' })).closedBillingPeriodEnd).toBe('2026-11-05');
    await expect(close('2026-11-10', before)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { closedBillingPeriodEnd: '2026-11-05' },
    });
    await expect(close('9999-01-01', '2026-11-05')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await now()).toBe('2026-11-05');
    await close(before, '2026-11-05');
    expect((await today()) > '2026-10-31').toBe(true);
    await expect(api.call('settings.closedPeriod', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
    const asBiller = { closedBillingPeriodEnd: null };
    await expect(api.call('settings.setClosedPeriod', asBiller, { as: 'biller' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
  });

  test('takes neither charges nor claims of its days', async () => {
    const { inProgress, billing } = cast.visits.today;
    await api.db.owner(`update sites set "closedBillingPeriodEnd" = '2026-11-18' where site = 'demo'`);
    const charges = { id: inProgress as never, services: [] };
    const before = await api.db.owner(`select * from services where "VisitId" = any ($1)`, [[inProgress, billing]]);
    await expect(api.call('charges.save', charges, { as: 'pt' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('closed through 11/18/2026'),
    });
    const [visit] = await api.db.owner<{ at: string }>(
      `select to_jsonb(updated_at) #>> '{}' as at from visits where "VisitId" = $1`,
      [billing],
    );
    const claim = { visitId: billing as never, destination: 'submitted' as const, lastUpdated: visit?.at ?? '' };
    await expect(api.call('billing.submitClaim', claim, { as: 'biller' })).rejects.toMatchObject({
      kind: 'user-visible',
      message: expect.stringContaining('closed through 11/18/2026'),
    });
    const { closedPaid, submittedUnpaid } = cast.visits.past;
    const stamps = await api.db.owner<{ id: string; at: string }>(
      `select "VisitId" as id, to_jsonb(updated_at) #>> '{}' as at from visits where "VisitId" = any ($1)`,
      [[closedPaid, submittedUnpaid]],
    );
    expect(stamps).toHaveLength(2);
    for (const { id, at } of stamps)
      await expect(
        api.call('visits.move', { id: id as never, destination: 'billing', lastUpdated: at }, { as: 'admin' }),
      ).rejects.toMatchObject({ kind: 'user-visible', message: expect.stringContaining('closed through 11/18/2026') });
    const after = await api.db.owner(`select * from services where "VisitId" = any ($1)`, [[inProgress, billing]]);
    expect(after).toEqual(before);
    await api.db.owner(`update sites set "closedBillingPeriodEnd" = '2026-10-31' where site = 'demo'`);
    await api.call('billing.submitClaim', claim, { as: 'biller' });
  });
});

describe('the addresses people may come from', () => {
  const office = { network: '127.0.0.0/8', note: 'Office' };
  const save = (addresses: object[], before: object[] = []) =>
    api.call('settings.saveAllowedAddresses', { addresses, base: { addresses: before } } as never, { as: 'admin' });

  test('are kept with a note, audited, and hold at once; no one shuts themselves out', async () => {
    expect(await api.call('settings.allowedAddresses', {}, { as: 'admin' })).toEqual({
      addresses: [],
      yourAddress: '127.0.0.1',
    });
    await expect(save([{ network: '192.0.2.0/24', note: '' }])).rejects.toMatchObject({
      kind: 'invalid',
      fields: { addresses: expect.stringContaining('Your address is 127.0.0.1') },
    });
    await expect(save([{ network: 'the office', note: '' }])).rejects.toMatchObject({ kind: 'invalid' });
    expect((await save([office])).addresses).toEqual([office]);
    const both = [office, { network: '192.0.2.0/24', note: '' }];
    await expect(save(both, [])).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { addresses: [office] },
    });
    const { token } = await api.signedIn('front');
    const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
    const setup = (remoteAddress: string) => api.app.inject({ url: '/api/setup', headers, remoteAddress });
    expect((await setup('192.0.2.7')).json().message).toBe('IP blocked');
    expect((await setup('127.0.0.9')).statusCode).toBe(200);
    const [entry] = await api.db.owner<{ UserId: string; after: string }>(
      `select "UserId", detail -> 'after' -> 'settings' ->> 'allowed_addresses' as after from audit_entry
       where entity = 'website' and site = 'demo' order by id desc limit 1`,
    );
    expect([entry?.UserId, JSON.parse(entry?.after ?? '[]')]).toEqual([cast.users.admin, [office]]);
    expect((await save([], [office])).addresses).toEqual([]);
  });

  test('are not for who may not manage the settings', async () => {
    await expect(api.call('settings.allowedAddresses', {}, { as: 'front' })).rejects.toMatchObject({
      kind: 'no-permission',
    });
  });
});
