import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { equipApi } from '#shared/api.ts';
import { forgiveLogout, logOutOnServer, payLogout } from './token.ts';

let asked: string[] = [];
let isDown = true;

beforeEach(() => {
  asked = [];
  isDown = true;
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url, 'http://clinic.test').pathname);
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ ended: true }), { status: 200 });
  });
  equipApi({
    token: () => null,
    site: () => null,
    socketId: () => null,
    refresh: async () => false,
    meetRefusal: async () => 'throw',
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a sign-out without the network is owed, and paid when it is back', async () => {
  await logOutOnServer();
  expect(await payLogout()).toBe(false);
  isDown = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await payLogout()).toBe(true);
  expect(asked.filter((path) => path === '/api/session/logout').length).toBeGreaterThan(1);
});

test('a new sign-in is not ended by what was owed before it', async () => {
  await logOutOnServer();
  isDown = false;
  forgiveLogout();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await payLogout()).toBe(true);
  expect(asked).toHaveLength(before);
});
