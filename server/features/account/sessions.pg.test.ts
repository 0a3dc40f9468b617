import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

async function signIn(email: string, agent = firefox) {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/api/session/login',
    headers: { 'user-agent': agent },
    payload: { email, password: cast.password },
  });
  const headers = { authorization: `Bearer ${reply.json<{ token: string }>().token}`, 'x-site-key': 'demo' };
  const post = (url: string) => api.app.inject({ method: 'POST', url: `/api${url}`, headers, payload: {} });
  type Listed = { SessionId: string; name: string; isHere: boolean };
  const list = async () =>
    (await api.app.inject({ url: '/api/account/sessions', headers })).json<{ sessions: Listed[] }>().sessions;
  const isIn = async () => (await api.app.inject({ url: '/api/setup', headers })).statusCode === 200;
  return { post, list, isIn };
}

test('a person sees their sign-ins by name, ends one of them, and then all others', async () => {
  const [here, there, third] = [
    await signIn('front@demo.test'),
    await signIn('front@demo.test', 'x'),
    await signIn('front@demo.test'),
  ];
  const sessions = await here.list();
  expect(sessions.map((one) => one.name).toSorted()).toEqual([
    'A browser on a computer',
    'Firefox on Windows',
    'Firefox on Windows',
  ]);
  expect(sessions.filter((one) => one.isHere)).toHaveLength(1);
  const gone = (await there.list()).find((one) => one.isHere)?.SessionId ?? '';
  expect(await there.isIn()).toBe(true);
  expect((await here.post(`/account/sessions/${gone}/end`)).json()).toEqual({ ended: true });
  await expect.poll(() => there.isIn()).toBe(false);
  expect((await here.post(`/account/sessions/${gone}/end`)).statusCode).toBe(404);
  expect((await here.list()).map((one) => one.SessionId)).not.toContain(gone);
  await here.post('/account/sessions/endOthers');
  await expect.poll(() => third.isIn()).toBe(false);
  expect(await here.isIn()).toBe(true);
  expect(await here.list()).toHaveLength(1);
});

test("nobody sees or ends somebody else's", async () => {
  const mine = await signIn('pta@demo.test');
  const theirs = (await (await signIn('biller@demo.test')).list())[0]?.SessionId ?? '';
  expect((await mine.list()).map((one) => one.SessionId)).not.toContain(theirs);
  expect((await mine.post(`/account/sessions/${theirs}/end`)).statusCode).toBe(404);
  const [row] = await api.db.owner(`select "endedAt" from sessions where "SessionId" = $1`, [theirs]);
  expect(row).toEqual({ endedAt: null });
});
