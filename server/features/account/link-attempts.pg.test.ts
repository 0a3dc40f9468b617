import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, { SIGN_INS_PER_QUARTER_HOUR: '6' });
});
afterAll(() => api.close());
beforeEach(() => api.db.owner('delete from login_failures'));

const password = 'correct horse battery staple';
const office = '10.20.30.40';

async function invite(UserId: string): Promise<string> {
  const user = { site: 'demo', UserId };
  await api.db.tx(siteAlone('demo'), (tx) => sendAccountLink(tx, { user, kind: 'invite' }));
  const { mails } = await api.call('mail.list', {}, { as: 'super' });
  return /account\/link#(\S+)/.exec(mails[0]?.body ?? '')?.[1] ?? '';
}
async function post(url: string, payload: object, remoteAddress = office): Promise<number> {
  return (await api.app.inject({ method: 'POST', url: `/api/account/${url}`, payload, remoteAddress })).statusCode;
}

test('a whole office is invited behind one address: what works counts by link', async () => {
  const { front, pt, pta, biller } = cast.users;
  for (const UserId of [front, pt, pta, biller]) {
    const token = await invite(UserId);
    expect([await post('link', { token }), await post('link/use', { token, password })]).toEqual([200, 200]);
  }
});

test('an address that guesses waits, and no other one for it', async () => {
  const token = await invite(cast.users.front);
  const [site = '', secret = ''] = token.split('.');
  const wrong = `${site}.${'a'.repeat(secret.length)}`;
  for (let turn = 0; turn < 6; turn += 1)
    expect(await post('link', { token: `${wrong.slice(0, -1)}${turn}` })).toBe(404);
  expect([await post('link', { token: wrong }), await post('link/use', { token: wrong, password })]).toEqual([
    429, 429,
  ]);
  expect(await post('link', { token }, '10.20.30.41')).toBe(200);
});

test('a link is tried so often, from wherever, and then waits; another one does not', async () => {
  const token = await invite(cast.users.pta);
  const short = { token, password: 'too short' };
  for (let turn = 0; turn < 6; turn += 1) expect(await post('link/use', short, `10.20.31.${turn}`)).toBe(422);
  expect(await post('link/use', short, '10.20.31.99')).toBe(429);
  expect(await post('link', { token: await invite(cast.users.biller) })).toBe(200);
});

test('a right password shown more often than may fail keeps nobody from their own account', async () => {
  for (let turn = 0; turn < 7; turn += 1)
    expect(await api.call('account.confirmPassword', { current: cast.password }, { as: 'admin' })).toEqual({
      confirmed: true,
    });
});
