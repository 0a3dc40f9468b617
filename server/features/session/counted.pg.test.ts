import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { accountSubject, lock } from '#server/kit/auth/attempts.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { appCode } from '#server/testing/app-code.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterEach(() => api.db.owner('delete from login_failures'));
afterAll(() => api.close());

const right = { email: 'pt@demo.test', password: cast.password };
const login = (payload: object, remoteAddress = '10.3.3.3') =>
  api.app.inject({ method: 'POST', url: '/api/session/login', payload, remoteAddress });
const counted = () => api.db.owner<{ subject: string }>('select subject from login_failures order by subject');

/** The database refuses what a sign-in has to write, as it does where its disk is full. */
async function whileNothingIsKept(run: () => Promise<void>): Promise<void> {
  await api.db.owner('revoke insert on sessions from mainstay_api');
  try {
    await run();
  } finally {
    await api.db.owner('grant insert on sessions to mainstay_api');
  }
}

test('a sign-in that fails by us counts against no one, however often it is tried', async () => {
  await whileNothingIsKept(async () => {
    for (let turn = 0; turn <= lock.limit; turn += 1) expect((await login(right)).statusCode).toBe(500);
    expect(await counted()).toEqual([]);
    expect((await login({ ...right, password: 'wrong' })).statusCode).toBe(401);
  });
  expect(await counted()).toHaveLength(2);
  expect((await login(right)).statusCode).toBe(200);
});

test('one under way that is never finished, as where the server is killed, is forgotten within a minute', async () => {
  const begin = `select login_begun($1) from generate_series(1, $2)`;
  await api.db.owner(begin, [accountSubject(right.email), lock.limit]);
  const soon = await login(right);
  expect(soon.statusCode).toBe(429);
  expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60);
  await api.db.owner(
    `update login_failures set at = at - interval '61 seconds', "pendingUntil" = "pendingUntil" - interval '61 seconds'`,
  );
  expect((await login(right)).statusCode).toBe(200);
});

test('a right password that is too short to stand alone is no wrong one', async () => {
  const own = `where site = 'demo' and "Email" = 'front@demo.test'`;
  const [before] = await api.db.owner<{ PasswordHash: string }>(`select "PasswordHash" from users ${own}`);
  const { hashPassword } = await import('#server/kit/auth/password.ts');
  await api.db.owner(`update users set "PasswordHash" = $1 ${own}`, [await hashPassword('short one')]);
  const reply = await login({ email: 'front@demo.test', password: 'short one' });
  expect([reply.statusCode, reply.json().message]).toEqual([401, expect.stringContaining('too short')]);
  expect(await counted()).toEqual([]);
  await api.db.owner(`update users set "PasswordHash" = $1 ${own}`, [before?.PasswordHash]);
});

test('a wrong code counts, for the account and the address, and none that was not typed', async () => {
  const { key } = await api.call('account.startSecondFactor', { current: cast.password }, { as: 'biller' });
  await api.call('account.confirmSecondFactor', { code: appCode(key) }, { as: 'biller' });
  const biller = { ...right, email: 'biller@demo.test' };
  await login(biller);
  expect(await counted()).toEqual([]);
  await login({ ...biller, code: '000000' });
  expect((await counted()).map(({ subject }) => subject.split(':')[0])).toEqual(['account', 'address']);
});

test('who is asked anew: what is refused for another reason than the password or code counts against no one', async () => {
  await expect(api.call('account.confirmSecondFactor', { code: '123456' }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'conflict',
  });
  expect(await counted()).toEqual([]);
  await expect(api.call('account.startPasskey', { current: 'wrong' }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(await counted()).toHaveLength(1);
});
