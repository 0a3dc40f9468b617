import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test('whom the token is for is told also when the setup cannot be read', async () => {
  await api.signedIn('pt');
  await api.db.owner('alter table providers rename to providers_away');
  try {
    expect((await api.inject('GET', '/api/setup', { as: 'pt' })).statusCode).toBeGreaterThanOrEqual(500);
    expect(await api.call('outage.userDetails', {}, { as: 'pt' })).toEqual({
      UserId: cast.users.pt,
      site: 'demo',
      SuperUser: false,
    });
  } finally {
    await api.db.owner('alter table providers_away rename to providers');
  }
  expect((await api.inject('GET', '/api/setup', { as: 'pt' })).statusCode).toBe(200);
});

test('a superuser is told to be one', async () => {
  expect(await api.call('outage.userDetails', {}, { as: 'super' })).toMatchObject({ SuperUser: true });
});

test('no one without a token, or with the token of another site, is told anything', async () => {
  expect((await api.inject('GET', '/api/outage/userDetails')).statusCode).toBe(401);
  const { token } = await api.signedIn('pt');
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo2' };
  expect((await api.inject('GET', '/api/outage/userDetails', { headers })).statusCode).toBe(403);
  const odd = await api.inject('GET', '/api/outage/userDetails?site=demo2', { as: 'pt' });
  expect(odd.statusCode).toBe(422);
});
