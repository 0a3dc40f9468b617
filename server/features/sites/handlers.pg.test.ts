import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const wanted = (more: object = {}) =>
  ({
    site: 'seaside',
    Name: 'Seaside Therapy',
    TimeZone: 'America/Chicago',
    FirstName: 'Ana',
    LastName: 'Rivera',
    Email: 'Ana@Seaside.test',
    ...more,
  }) as unknown as InputOf<'sites.create'>;
const superuser = { as: 'super' } as const;

test('a superuser makes a site, its first administrator takes up the invitation and sees what is missing', async () => {
  expect(await api.call('sites.create', wanted(), superuser)).toEqual({
    site: 'seaside',
    name: 'Seaside Therapy',
    Email: 'ana@seaside.test',
  });
  expect((await api.call('session.sites', {}, superuser)).sites).toContainEqual({
    site: 'seaside',
    name: 'Seaside Therapy',
  });
  const audited = await api.db.owner<{ site: string }>(
    `select site from audit_entry where action = 'create' and entity = 'sites' and pk = 'seaside' order by site`,
  );
  expect(audited.map(({ site }) => site)).toEqual(['demo', 'seaside']);

  // Before the link is used nobody gets in.
  const login = (password: string) =>
    api.inject('POST', '/api/session/login', { body: { email: 'ana@seaside.test', password } });
  expect((await login('a harbor of quiet boats')).statusCode).toBe(401);
  const [mail] = await api.db.owner<{ body: string }>(`select body from outgoing_mail where site = 'seaside'`);
  const token = /\/account\/link#(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
  await api.call('account.useLink', { token, password: 'a harbor of quiet boats' });
  const signed = await login('a harbor of quiet boats');
  expect(signed.json()).toMatchObject({ site: 'seaside', SuperUser: false });

  const headers = { authorization: `Bearer ${signed.json<{ token: string }>().token}`, 'x-site-key': 'seaside' };
  const get = (path: string) => api.inject('GET', `/api${path}`, { headers });
  const setup = (await get('/setup')).json();
  expect(setup.website).toMatchObject({
    Name: 'Seaside Therapy',
    TimeZone: 'America/Chicago',
    claims_are_tests: true,
    getting_started: { settingsLookedAt: false },
  });
  expect(setup.permissionGroups.map(({ name }: { name: string }) => name)).toContain('Clinician');
  expect(setup.cptCodes.length).toBeGreaterThan(20);
  expect((await get('/refreshWebsite')).json().website).toMatchObject({ site: 'seaside', enable_ar_warnings: false });
  const saved = await api.inject('POST', '/api/globalPreferences', {
    headers,
    body: { settings: { enable_ar_warnings: true }, base: { enable_ar_warnings: false } },
  });
  expect(saved.json().website).toMatchObject({ enable_ar_warnings: true });
  await api.inject('POST', '/api/company/gettingStarted/settings', { headers, body: {} });
  expect((await get('/setup')).json().website.getting_started).toEqual({ settingsLookedAt: true });

  // Somebody without any right yet is told so, in a new site as in an old one (spec 8).
  await api.db.owner(`update users set roles = '{}', "individualPermissions" = '{}' where site = 'seaside'`);
  const refused = await login('a harbor of quiet boats');
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Your team administrator has not set up your account yet',
  ]);
});

test.each([
  ['a short name that is taken', { site: 'demo2' }, 'conflict'],
  ['a short name that cannot be one', { site: 'Sea Side' }, 'invalid'],
  ['a zone no one knows', { site: 'other', TimeZone: 'Mars/Base' }, 'invalid'],
  ['no email', { site: 'other', Email: 'ana' }, 'invalid'],
])('%s is refused and leaves nothing', async (_, more, kind) => {
  await expect(api.call('sites.create', wanted(more), superuser)).rejects.toMatchObject({ kind });
  expect(await api.db.owner(`select 1 from sites where site = 'other'`)).toEqual([]);
});

test('only superusers make sites', async () => {
  await expect(api.call('sites.create', wanted({ site: 'mine' }), { as: 'admin' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
});

test('the demo clinic, made otherwise, is at no beginning', async () => {
  const admin = { as: 'admin' } as const;
  expect(await api.call('sites.settingsLookedAt', {}, admin)).toEqual({ noted: false });
  expect((await api.call('session.setup', {}, admin)).website).not.toHaveProperty('getting_started');
});
