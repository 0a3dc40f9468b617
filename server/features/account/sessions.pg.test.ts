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
  return inBrowser(reply.json<{ token: string }>().token);
}

function inBrowser(token: string, site = 'demo') {
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': site };
  const chooses = async (chosen: string) => {
    const payload = { site: chosen };
    const moved = await api.app.inject({ method: 'POST', url: '/api/session/site', headers, payload });
    return inBrowser(moved.json<{ token: string }>().token, chosen);
  };
  const post = (url: string) => api.app.inject({ method: 'POST', url: `/api${url}`, headers, payload: {} });
  type Listed = { SessionId: string; siteName: string; name: string; isHere: boolean };
  const list = async () =>
    (await api.app.inject({ url: '/api/account/sessions', headers })).json<{ sessions: Listed[] }>().sessions;
  const isIn = async () => (await api.app.inject({ url: '/api/setup', headers })).statusCode === 200;
  return { post, list, isIn, chooses };
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

test('superusers see their sign-ins of all sites from each of them, and end them there', async () => {
  const home = await signIn('super@demo.test');
  const away = await (await signIn('super@demo.test')).chooses('demo2');
  const other = await (await signIn('super@demo.test')).chooses('demo2');
  const placesOf = async (from: typeof home) =>
    (await from.list()).map(({ siteName, isHere }) => `${siteName}${isHere ? ', here' : ''}`).toSorted();
  expect(await placesOf(home)).toEqual(['Harborview Therapy, here', 'Lakeside Rehab', 'Lakeside Rehab']);
  expect(await placesOf(away)).toEqual(['Harborview Therapy', 'Lakeside Rehab', 'Lakeside Rehab, here']);
  const endAt = async (by: typeof home, one: typeof home) => {
    const id = (await one.list()).find(({ isHere }) => isHere)?.SessionId ?? '';
    expect((await by.post(`/account/sessions/${id}/end`)).json()).toEqual({ ended: true });
    await expect.poll(() => one.isIn()).toBe(false);
    const [entry] = await api.db.owner(`select site from audit_entry where action = 'end session' and pk = $1`, [id]);
    return entry;
  };
  expect(await endAt(home, other)).toEqual({ site: 'demo2' });
  expect(await endAt(away, home)).toEqual({ site: 'demo' });
  expect(await placesOf(away)).toEqual(['Lakeside Rehab, here']);
});

test("no one sees or ends someone else's", async () => {
  const mine = await signIn('pta@demo.test');
  const theirs = (await (await signIn('biller@demo.test')).list())[0]?.SessionId ?? '';
  expect((await mine.list()).map((one) => one.SessionId)).not.toContain(theirs);
  expect((await mine.post(`/account/sessions/${theirs}/end`)).statusCode).toBe(404);
  const [row] = await api.db.owner(`select "endedAt" from sessions where "SessionId" = $1`, [theirs]);
  expect(row).toEqual({ endedAt: null });
});
