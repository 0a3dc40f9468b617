import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const forgot = (email: string) => api.inject('POST', '/api/account/forgot', { body: { email } });
const mailsTo = async (email: string) =>
  (await api.call('mail.list', {}, { as: 'super' })).mails.filter((mail) => mail.to === email);

test('the answer is the same for a known and an unknown email, and for a disabled user', async () => {
  await api.db.owner(`update users set "Disabled" = true where site = 'demo' and "UserId" = $1`, [cast.users.biller]);
  const answers = [];
  for (const email of ['PT@demo.test', 'nobody@demo.test', 'biller@demo.test']) {
    const { statusCode, headers, body } = await forgot(email);
    answers.push({ statusCode, body, names: Object.keys(headers).toSorted() });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  await expect.poll(async () => (await mailsTo('pt@demo.test')).length).toBe(1);
  expect(await mailsTo('biller@demo.test')).toEqual([]);
  expect(await mailsTo('nobody@demo.test')).toEqual([]);
});

test('the link sets a new password; the present one works until then', async () => {
  const login = (password: string) =>
    api.app.inject({ method: 'POST', url: '/api/session/login', payload: { email: 'pt@demo.test', password } });
  expect((await login(cast.password)).statusCode).toBe(200);
  const token = /account\/link#(\S+)/.exec((await mailsTo('pt@demo.test'))[0]?.body ?? '')?.[1] ?? '';
  await api.call('account.useLink', { token, password: 'seven otters under the pier' });
  expect((await login('seven otters under the pier')).statusCode).toBe(200);
  expect((await login(cast.password)).statusCode).toBe(401);
});

test('no one’s mailbox is filled: three links in a quarter of an hour, and the sign-in is not locked by them', async () => {
  for (let time = 0; time < 12; time += 1) expect((await forgot('front@demo.test')).statusCode).toBe(200);
  await expect.poll(async () => (await mailsTo('front@demo.test')).length).toBeGreaterThanOrEqual(3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await mailsTo('front@demo.test')).toHaveLength(3);
  const payload = { email: 'front@demo.test', password: cast.password };
  expect((await api.app.inject({ method: 'POST', url: '/api/session/login', payload })).statusCode).toBe(200);
});
