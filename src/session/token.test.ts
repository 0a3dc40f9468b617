import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { equipAlone } from '#shared/testing/equip-alone.ts';
import {
  currentToken,
  forgetToken,
  forgiveLogout,
  logOutOnServer,
  onToken,
  payLogout,
  refreshToken,
  takeToken,
} from './token.ts';

const refreshPath = '/api/session/refresh';

let asked: string[] = [];
let isDown = true;
/** Answers the refreshes that are under way, the first of them first. */
let answers: ((reply: Response) => void)[] = [];

beforeEach(() => {
  asked = [];
  isDown = true;
  answers = [];
  forgetToken();
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://clinic.test').pathname;
    asked.push(path);
    if (path === refreshPath) return new Promise<Response>((resolve) => answers.push(resolve));
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ ended: true }), { status: 200 });
  });
  equipAlone();
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

test('a page that comes back asks for one token, whoever needs it first', async () => {
  const wanted = [refreshToken(), refreshToken()];
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  wanted.push(refreshToken());
  const session = { token: 'next', expiresIn: 900_000, site: 'demo', siteName: 'R', SuperUser: false };
  answers[0]?.(Response.json({ ...session, UserId: '5b1f0e0c-0000-4000-8000-000000000001' }));
  expect(await Promise.all(wanted)).toEqual(['fresh', 'fresh', 'fresh']);
  expect([asked, currentToken()]).toEqual([[refreshPath], 'next']);
});

describe('a refresh that is under way when the token is forgotten', () => {
  const sessionOf = (token: string) => ({
    token,
    expiresIn: 900_000,
    site: 'demo',
    siteName: 'Riverside',
    UserId: '5b1f0e0c-0000-4000-8000-000000000001' as never,
    SuperUser: false,
  });
  const heard = vi.fn();
  const ended = vi.fn();

  beforeEach(() => {
    onToken(heard.mockClear(), ended.mockClear(), () => true);
  });

  /** Once the server has been asked. */
  async function underWay(): Promise<{ former: ReturnType<typeof refreshToken> }> {
    const former = refreshToken();
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    return { former };
  }

  test('brings a token that no one takes and nothing renews', async () => {
    const { former } = await underWay();
    forgetToken();
    answers[0]?.(Response.json(sessionOf('former')));
    expect(await former).toBe('over');
    expect(currentToken()).toBeNull();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toEqual([refreshPath]);
    expect(heard).not.toHaveBeenCalled();
  });

  test('ends nothing for the next person when it is refused', async () => {
    const { former } = await underWay();
    forgetToken();
    takeToken(sessionOf('next'));
    answers[0]?.(Response.json({ kind: 'no-permission', message: 'No.' }, { status: 403 }));
    expect(await former).toBe('over');
    expect([currentToken(), ended.mock.calls, asked]).toEqual(['next', [], [refreshPath]]);
  });

  test('is not what the next person is given, whose own waits for it: one cookie is never used twice', async () => {
    const { former } = await underWay();
    forgetToken();
    const own = refreshToken();
    expect(refreshToken()).toBe(own);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(1);
    answers[0]?.(Response.json(sessionOf('former')));
    expect(await former).toBe('over');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(Response.json(sessionOf('next')));
    expect(await own).toBe('fresh');
    expect(currentToken()).toBe('next');
  });

  test('does not take the place of a sign-in that came first', async () => {
    const { former } = await underWay();
    takeToken(sessionOf('next'));
    answers[0]?.(Response.json(sessionOf('former')));
    expect(await former).toBe('over');
    expect(currentToken()).toBe('next');
  });
});
