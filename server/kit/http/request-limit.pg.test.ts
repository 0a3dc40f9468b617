import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  // As it comes, where nothing is set.
  api = await testApi(undefined, { REQUESTS_PER_MINUTE: '' });
});
afterAll(() => api.close());
// The minute never ends, however long the calls take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const office = '10.20.30.40';
const usual = 600;

async function signIn(): Promise<Record<string, string>> {
  const payload = { email: 'pt@demo.test', password: cast.password };
  const reply = await api.app.inject({ method: 'POST', url: '/api/session/login', payload, remoteAddress: office });
  expect(reply.statusCode).toBe(200);
  return Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
}
async function ask(cookies: Record<string, string> = {}, remoteAddress = office): Promise<number> {
  return (await api.app.inject({ url: '/api/setup', cookies, remoteAddress })).statusCode;
}
async function refresh(cookies: Record<string, string>): Promise<number> {
  const call = { method: 'POST' as const, url: '/api/session/refresh', payload: {} };
  return (await api.app.inject({ ...call, cookies, remoteAddress: office })).statusCode;
}

test('whoever uses up what an address may ask keeps no browser there from its sign-in', async () => {
  const cookies = await signIn();
  const [name = '', known = ''] = Object.entries(cookies).find(([each]) => each.endsWith('_known')) ?? [];
  const seen = new Map<number, number>();
  for (let turn = 0; turn < usual; turn += 1) {
    const status = await ask();
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  // The sign-in was the first of them.
  expect([...seen]).toEqual([
    [401, usual - 1],
    [429, 1],
  ]);
  // Cookies that are made up give nobody another count.
  const [id = '', marks = '', mac = ''] = known.split('.');
  const other = id.startsWith('A') ? `B${id.slice(1)}` : `A${id.slice(1)}`;
  for (const made of ['x', known.slice(0, -2), `${other}.${marks}.${mac}`])
    expect(await ask({ [name]: made, mainstay_refresh: made })).toBe(429);
  expect(await ask({}, '10.20.30.41')).toBe(401);
  expect(await refresh(cookies)).toBe(200);
});

test('such a browser has a limit too', async () => {
  const cookies = await signInElsewhere();
  const known = Object.fromEntries(Object.entries(cookies).filter(([name]) => name.endsWith('_known')));
  const last: number[] = [];
  for (let turn = 0; turn <= usual; turn += 1) last.push(await ask(known, '10.20.30.50'));
  expect([last.at(-2), last.at(-1)]).toEqual([401, 429]);
});

async function signInElsewhere(): Promise<Record<string, string>> {
  const payload = { email: 'front@demo.test', password: cast.password };
  const remoteAddress = '10.20.30.50';
  const reply = await api.app.inject({ method: 'POST', url: '/api/session/login', payload, remoteAddress });
  return Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
}
