import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertNoDemoLogins, demoLogins, markDemoLogins } from '#server/demo-logins.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const isDemo = async () => (await api.call('settings.refreshWebsite', {}, { as: 'front' })).website.isDemo;

test('a clinic is a demo for as long as one demo login is left, and no longer', async () => {
  expect(await isDemo()).toBe(true);
  const others = `site = 'demo' and "Email" <> 'front@demo.test'`;
  await api.db.owner(`update users set "PasswordHash" = 'of their own' where ${others}`);
  expect(await isDemo()).toBe(true);
  await api.db.owner(`update users set "Disabled" = true where site = 'demo' and "Email" = 'front@demo.test'`);
  expect((await api.call('settings.refreshWebsite', {}, { as: 'pt' })).website.isDemo).toBe(false);
  await api.db.owner(`update users set "Disabled" = false where site = 'demo' and "Email" = 'front@demo.test'`);
  // What is not the password changes nothing.
  expect((await api.call('session.setup', {}, { as: 'pt' })).website.isDemo).toBe(true);
});

test('at a start those are marked whose password is still the published one', async () => {
  await api.db.owner(`update users set "DemoPassword" = false`);
  const logins = await markDemoLogins(api.db.ownerUrl);
  const marked = await api.db.owner<{ Email: string }>(`select "Email" from users where "DemoPassword"`);
  expect(marked.map(({ Email }) => Email).toSorted()).toEqual(logins.map(({ Email }) => Email).toSorted());
  expect(logins.map(({ Email }) => Email)).toContain('front@demo.test');
  expect(logins.map(({ Email }) => Email)).not.toContain('pt@demo.test');
});

test('whoever has the published password is found, whatever the email is and whoever they are', async () => {
  await api.db.owner(
    `update users set "DemoPassword" = true, "Email" = 'fern@clinic.example' where "Email" = 'front@demo.test'`,
  );
  const known = (await demoLogins(api.db.ownerUrl)).map(({ Email }) => Email);
  expect(known).toContain('fern@clinic.example');
  const providers = await api.db.owner<{ Email: string }>(
    `select "Email" from users where site = 'demo2' and not "SuperUser" and "EmployeeId" is not null`,
  );
  expect(providers.length).toBeGreaterThan(2);
  for (const { Email } of providers) expect(known).toContain(Email);
  // All but this one have passwords of their own.
  await api.db.owner(`update users set "PasswordHash" = 'of their own' where "Email" <> 'fern@clinic.example'`);
  await expect(assertNoDemoLogins({ secure: true, isProduction: false }, api.db.ownerUrl)).rejects.toThrow(
    'Mainstay did not start: 1 demo login still has the published password: fern@clinic.example.',
  );
  await api.db.owner(`update users set "PasswordHash" = 'of their own'`);
  await assertNoDemoLogins({ secure: true, isProduction: false }, api.db.ownerUrl);
});
