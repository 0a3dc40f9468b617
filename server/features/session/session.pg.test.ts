import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cast, cast2 } from '#server/demo/cast.ts';
import { lock } from '#server/kit/auth/attempts.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const address = () => `10.${random()}.${random()}.${random()}`;
const random = () => Math.floor(Math.random() * 250) + 1;

function login(body: object, remoteAddress = address()) {
  return api.app.inject({ method: 'POST', url: '/api/session/login', payload: body, remoteAddress });
}
function refresh(cookie: string | undefined, deviceSecret?: string) {
  return api.app.inject({
    method: 'POST',
    url: '/api/session/refresh',
    payload: { deviceSecret },
    cookies: { mainstay_refresh: cookie ?? '' },
  });
}
function cookieOf(reply: Awaited<ReturnType<typeof login>>) {
  return reply.cookies.find((cookie) => cookie.name === 'mainstay_refresh');
}
function setup(token: string, site = 'demo') {
  return api.app.inject({
    method: 'GET',
    url: '/api/setup',
    headers: { authorization: `Bearer ${token}`, 'x-site-key': site },
  });
}
async function inThePast(SessionId: string, seconds: number): Promise<void> {
  await api.db.owner(
    `update sessions set "rotatedAt" = "rotatedAt" - make_interval(secs => $2) where "SessionId" = $1`,
    [SessionId, seconds],
  );
}

describe('login', () => {
  test('gives a token that works and a cookie that no script can read', async () => {
    const reply = await login({ email: 'PT@demo.test', password: cast.password });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      site: 'demo',
      siteName: 'Harborview Therapy',
      UserId: cast.users.pt,
      SuperUser: false,
      expiresIn: 900_000,
    });
    expect(cookieOf(reply)).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/session' });
    expect((await setup(reply.json().token)).statusCode).toBe(200);
    const [entry] = await api.db.owner(
      `select action from audit_entry where "UserId" = $1 and entity = 'sessions' order by id desc limit 1`,
      [cast.users.pt],
    );
    expect(entry).toEqual({ action: 'login' });
  });

  test('an unknown email and a wrong password get the same answer for about the same work', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      for (const [email, times] of [
        ['pta@demo.test', known],
        [`nobody${turn}@demo.test`, unknown],
      ] as const) {
        const before = process.cpuUsage();
        const reply = await login({ email, password: 'not this one' });
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
        expect(reply.statusCode).toBe(401);
        expect(reply.json()).toMatchObject({ kind: 'signed-out', message: 'The email or password is wrong.' });
      }
    }
    // Processor time of this process, hashing included, and the least of each: what else the machine does does not count.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.6);
    expect(Math.min(...unknown) / Math.min(...known)).toBeLessThan(1.6);
  });

  test('a disabled user is refused like a wrong password', async () => {
    await api.db.owner(`update users set "Disabled" = true where site = 'demo2' and "Email" = 'front@demo2.test'`);
    const reply = await login({ email: 'front@demo2.test', password: cast.password });
    expect([reply.statusCode, reply.json().message]).toEqual([401, 'The email or password is wrong.']);
  });

  test('the wrong site is refused like a wrong password', async () => {
    expect((await login({ email: 'front@demo.test', password: cast.password, site: 'demo2' })).statusCode).toBe(401);
  });

  test('ten failures lock an account, from every address, and twins at once do not slip through', async () => {
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => login({ email: 'biller@demo2.test', password: 'wrong' })),
    );
    expect(tries.filter((reply) => reply.statusCode === 401).length).toBeLessThanOrEqual(10);
    const locked = await login({ email: 'biller@demo2.test', password: cast.password });
    expect(locked.statusCode).toBe(429);
    expect(locked.json().kind).toBe('too-many');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60);
    await api.db.owner(`update login_failures set at = at - interval '16 minutes'`);
    expect((await login({ email: 'biller@demo2.test', password: cast.password })).statusCode).toBe(200);
  });

  test('ten failures lock an address', async () => {
    const from = address();
    for (let turn = 0; turn < 10; turn += 1) await login({ email: `guess${turn}@demo.test`, password: 'wrong' }, from);
    expect((await login({ email: 'front@demo.test', password: cast.password }, from)).statusCode).toBe(429);
    expect((await login({ email: 'front@demo.test', password: cast.password })).statusCode).toBe(200);
  });

  describe('counts failures only', () => {
    const known = (reply: Awaited<ReturnType<typeof login>>) => ({
      mainstay_known: reply.cookies.find((cookie) => cookie.name === 'mainstay_known')?.value ?? '',
    });
    const loginWith = (cookies: Record<string, string>, body: object, remoteAddress: string) =>
      api.app.inject({ method: 'POST', url: '/api/session/login', payload: body, cookies, remoteAddress });
    const right = { email: 'admin@demo.test', password: cast.password };
    const wrong = { ...right, password: 'wrong' };

    test('thirty right sign-ins from one address lock nobody out, many of them at once', async () => {
      const from = address();
      const replies = await Promise.all(Array.from({ length: 30 }, () => login(right, from)));
      expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
      expect((await login({ email: 'front@demo.test', password: cast.password }, from)).statusCode).toBe(200);
    });

    test('right ones of an email that two sites know are no failures either', async () => {
      await api.db.owner(
        `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone", can)
         select site, gen_random_uuid(), 'both@demo.test', u."PasswordHash", 'Two', 'Sites', 'America/New_York', u.can
         from users u where "Email" in ('admin@demo.test', 'admin@demo2.test')`,
      );
      for (let turn = 0; turn <= lock.limit; turn += 1)
        expect((await login({ email: 'both@demo.test', password: cast.password, site: 'demo' })).statusCode).toBe(200);
    });

    test('ten wrong guesses from elsewhere lock nobody out of a browser they signed in from', async () => {
      const office = address();
      const cookies = known(await login(right, office));
      for (let turn = 0; turn < lock.limit; turn += 1) {
        await login(wrong);
        await login({ email: `guess${turn}@demo.test`, password: 'wrong' }, office);
      }
      expect((await login(right)).statusCode).toBe(429);
      expect((await login({ email: 'front@demo.test', password: cast.password }, office)).statusCode).toBe(429);
      expect((await loginWith(cookies, right, office)).statusCode).toBe(200);
      // It helps nobody else, nor with a letter changed.
      const other = { email: 'front@demo.test', password: cast.password };
      expect((await loginWith(cookies, other, office)).statusCode).toBe(429);
      const forged = { mainstay_known: cookies.mainstay_known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
      expect((await loginWith(forged, right, office)).statusCode).toBe(429);
      await api.db.owner('delete from login_failures');
    });

    test('guesses in that browser count there, and the real wait is said', async () => {
      const cookies = known(await login(right));
      for (let turn = 0; turn < lock.limit; turn += 1) await loginWith(cookies, wrong, address());
      const locked = await loginWith(cookies, right, address());
      expect([locked.statusCode, locked.json().message]).toEqual([
        429,
        'Too many failed attempts. Wait 15 minutes, then try again.',
      ]);
      await api.db.owner(`update login_failures set at = at - interval '14 minutes 20 seconds'`);
      const soon = await loginWith(cookies, right, address());
      expect(soon.json().message).toMatch(/^Too many failed attempts. Wait [34]\d seconds, then try again.$/);
      expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(40);
      expect((await login(right)).statusCode).toBe(200);
      await api.db.owner('delete from login_failures');
    });
  });

  test('a user without any permission is told that the account is not set up', async () => {
    await api.db.owner(`update users set can = '{}' where site = 'demo2' and "Email" = 'pta@demo2.test'`);
    const reply = await login({ email: 'pta@demo2.test', password: cast.password });
    expect([reply.statusCode, reply.json().message]).toEqual([
      403,
      'Your team administrator has not set up your account yet',
    ]);
  });

  test('is refused from a foreign page', async () => {
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/session/login',
      headers: { origin: 'https://elsewhere.example' },
      payload: { email: 'pt@demo.test', password: cast.password },
    });
    expect(reply.statusCode).toBe(403);
  });
});

describe('refresh', () => {
  test('exchanges the secret; within 30 s a second tab gets the same one again', async () => {
    const first = cookieOf(await login({ email: 'pt@demo.test', password: cast.password }))?.value;
    const one = await refresh(first);
    const two = await refresh(first);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    expect(cookieOf(one)?.value).not.toBe(first);
    expect(cookieOf(two)?.value).toBe(cookieOf(one)?.value);
    expect((await refresh(cookieOf(two)?.value)).statusCode).toBe(200);
  });

  test('twins at the same moment both succeed', async () => {
    const first = cookieOf(await login({ email: 'pt@demo.test', password: cast.password }))?.value;
    const replies = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
    expect(new Set(replies.map((reply) => cookieOf(reply)?.value)).size).toBe(1);
  });

  test('tabs that reload at once never end the session: within 30 s there is one successor', async () => {
    const first = cookieOf(await login({ email: 'pt@demo.test', password: cast.password }))?.value;
    const second = cookieOf(await refresh(first))?.value;
    const third = cookieOf(await refresh(second))?.value;
    expect(third).toBe(second);
    expect((await refresh(first)).statusCode).toBe(200);
  });

  test.each(['the one before', 'an older one'])(
    'a secret used again later (%s) ends the whole session',
    async (which) => {
      const first = cookieOf(await login({ email: 'admin@demo.test', password: cast.password }))?.value ?? '';
      const second = await refresh(first);
      await inThePast(first.split('.')[1] ?? '', which === 'the one before' ? 0 : 31);
      const current = which === 'the one before' ? second : await refresh(cookieOf(second)?.value);
      await inThePast(first.split('.')[1] ?? '', which === 'the one before' ? 301 : 31);
      const reused = await refresh(first);
      expect(reused.statusCode).toBe(401);
      expect(cookieOf(reused)?.value).toBe('');
      expect((await refresh(cookieOf(current)?.value)).statusCode).toBe(401);
    },
  );

  describe('whose reply was lost, because the browser was killed or the network swallowed it', () => {
    /** The server has exchanged the secret; the browser still has the one before. */
    async function lostReply(secondsAgo: number) {
      const kept = cookieOf(await login({ email: 'admin@demo.test', password: cast.password }))?.value ?? '';
      const lost = cookieOf(await refresh(kept))?.value ?? '';
      await inThePast(kept.split('.')[1] ?? '', secondsAgo);
      return { kept, lost, SessionId: kept.split('.')[1] ?? '' };
    }

    test.each([5, 31, 120, 290])('gets the same successor %i s later, which then works', async (seconds) => {
      const { kept, lost } = await lostReply(seconds);
      const again = await refresh(kept);
      expect([again.statusCode, cookieOf(again)?.value]).toEqual([200, lost]);
      expect((await refresh(lost)).statusCode).toBe(200);
    });

    test('not after five minutes, where nothing shows whose device it is', async () => {
      const { kept, lost } = await lostReply(301);
      expect((await refresh(kept)).statusCode).toBe(401);
      expect((await refresh(lost)).statusCode).toBe(401);
    });

    test('not once the successor was shown', async () => {
      const { kept, lost, SessionId } = await lostReply(0);
      expect((await refresh(lost)).statusCode).toBe(200);
      await inThePast(SessionId, 31);
      expect((await refresh(kept)).statusCode).toBe(401);
      expect((await refresh(lost)).statusCode).toBe(401);
    });

    test('once an hour: two who take turns with a copied secret are found out at the second turn', async () => {
      const { kept, SessionId } = await lostReply(60);
      const shared = cookieOf(await refresh(kept))?.value ?? '';
      await inThePast(SessionId, 31);
      const owner = cookieOf(await refresh(shared))?.value ?? '';
      await inThePast(SessionId, 31);
      expect((await refresh(shared)).statusCode).toBe(401);
      expect((await refresh(owner)).statusCode).toBe(401);
    });
  });

  describe('whose reply was lost, and which comes back much later from the device of the session', () => {
    const secret = 'd'.repeat(43);
    const hour = 3_600;

    /** What a device tells of itself at each sync, with the secret it proves itself by. */
    async function tellDevice(token: string, told: { id?: string; secret: string }): Promise<string> {
      const { id = crypto.randomUUID() } = told;
      const reply = await api.app.inject({
        method: 'POST',
        url: `/api/devices/${id}/report`,
        headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo' },
        payload: {
          name: 'Chrome on Windows',
          waiting: 0,
          parked: 0,
          isSealed: true,
          synced: true,
          keyChanges: [],
          askHash: sha256(told.secret),
        },
      });
      expect(reply.statusCode).toBe(200);
      return id;
    }

    /** The server has exchanged the secret of a device it knows; the browser still has the one before. */
    async function lostReply(secondsAgo = hour) {
      const first = await login({ email: 'admin@demo.test', password: cast.password });
      const kept = cookieOf(first)?.value ?? '';
      const SessionId = kept.split('.')[1] ?? '';
      const DeviceId = await tellDevice(first.json().token, { secret });
      const exchanged = await refresh(kept, secret);
      await inThePast(SessionId, secondsAgo);
      return { kept, lost: cookieOf(exchanged)?.value ?? '', SessionId, DeviceId, token: exchanged.json().token };
    }

    async function expectEnded(SessionId: string): Promise<void> {
      const [row] = await api.db.owner<{ endedWhy: string }>(`select "endedWhy" from sessions where "SessionId" = $1`, [
        SessionId,
      ]);
      expect(row?.endedWhy).toBe('refresh secret used twice');
      expect((await audited(SessionId)).at(-1)?.action).toBe('copied sign-in');
    }
    const audited = (SessionId: string) =>
      api.db.owner<{ action: string; UserId: string; device: string | null }>(
        `select action, "UserId", "DeviceId" as device from audit_entry where entity = 'sessions' and pk = $1 order by id`,
        [SessionId],
      );

    test.each([301, hour, 13 * 24 * hour])('%i s later goes on with a new successor', async (seconds) => {
      const { kept, lost, SessionId, DeviceId } = await lostReply(seconds);
      const again = await refresh(kept, secret);
      expect(again.statusCode).toBe(200);
      const next = cookieOf(again)?.value;
      expect(next).not.toBe(lost);
      expect((await setup(again.json().token)).statusCode).toBe(200);
      expect((await audited(SessionId)).at(-1)).toEqual({
        action: 'sign-in taken up again',
        UserId: cast.users.admin,
        device: DeviceId,
      });
      await inThePast(SessionId, 31);
      const later = cookieOf(await refresh(next))?.value;
      expect(later).not.toBe(next);
      expect((await refresh(later)).statusCode).toBe(200);
    });

    test('not when the sign-in itself is over', async () => {
      const { kept, SessionId } = await lostReply();
      await api.db.owner(`update sessions set "expiresAt" = now() where "SessionId" = $1`, [SessionId]);
      expect((await refresh(kept, secret)).statusCode).toBe(401);
    });

    test('its tabs get the same successor, at once or one after the other', async () => {
      const { kept, SessionId } = await lostReply();
      const twins = await Promise.all([refresh(kept, secret), refresh(kept, secret), refresh(kept, secret)]);
      expect(twins.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
      const [next, ...others] = new Set(twins.map((reply) => cookieOf(reply)?.value));
      expect(others).toEqual([]);
      expect((await refresh(next, secret)).statusCode).toBe(200);
      expect(cookieOf(await refresh(kept, secret))?.value).toBe(next);
      const told = (await audited(SessionId)).filter(({ action }) => action === 'sign-in taken up again');
      expect(told).toHaveLength(1);
    });

    test('as often as it is killed again', async () => {
      const { kept, SessionId } = await lostReply();
      const given = new Set<string | undefined>();
      for (const seconds of [120, hour, 3 * hour, 31]) {
        const again = await refresh(kept, secret);
        expect(again.statusCode).toBe(200);
        given.add(cookieOf(again)?.value);
        await inThePast(SessionId, seconds);
      }
      // Two minutes after the first it was still that first one.
      expect(given.size).toBe(3);
      const last = cookieOf(await refresh([...given].at(-1)))?.value;
      expect((await refresh(last)).statusCode).toBe(200);
    });

    test.each([
      ['no secret', undefined],
      ['a wrong one', 'x'.repeat(43)],
    ])('with %s it ends the session', async (_, shown) => {
      const { kept, lost, SessionId } = await lostReply();
      expect((await refresh(kept, shown)).statusCode).toBe(401);
      await expectEnded(SessionId);
      expect((await refresh(lost, secret)).statusCode).toBe(401);
    });

    test.each(['admin@demo.test', 'front@demo.test'])(
      'with the secret of another device of %s it ends the session',
      async (email) => {
        const others = 'o'.repeat(43);
        await tellDevice((await login({ email, password: cast.password })).json().token, { secret: others });
        const { kept, SessionId } = await lostReply();
        expect((await refresh(kept, others)).statusCode).toBe(401);
        await expectEnded(SessionId);
      },
    );

    test('of a session whose device never told a secret it ends', async () => {
      const kept = cookieOf(await login({ email: 'admin@demo.test', password: cast.password }))?.value ?? '';
      await refresh(kept);
      const SessionId = kept.split('.')[1] ?? '';
      await inThePast(SessionId, hour);
      expect((await refresh(kept, secret)).statusCode).toBe(401);
      await expectEnded(SessionId);
    });

    test('once a second device has spoken for the session no one takes it up', async () => {
      for (const shown of [secret, 't'.repeat(43)]) {
        const { kept, SessionId, DeviceId, token } = await lostReply();
        // Under an id of its own, and under that of the owner's device, which a list of devices shows.
        await tellDevice(token, { secret: 't'.repeat(43) });
        await tellDevice(token, { id: DeviceId, secret: 't'.repeat(43) });
        await tellDevice(token, { id: DeviceId, secret });
        expect((await refresh(kept, shown)).statusCode).toBe(401);
        await expectEnded(SessionId);
      }
    });

    test.each([5, 31])('not once the successor was shown, %i s after it was given', async (seconds) => {
      const { kept, lost, SessionId } = await lostReply(seconds);
      expect((await refresh(lost)).statusCode).toBe(200);
      await inThePast(SessionId, hour);
      expect((await refresh(kept, secret)).statusCode).toBe(401);
      await expectEnded(SessionId);
    });

    test('the lost successor, shown later, ends the session as copied', async () => {
      const { kept, lost, SessionId } = await lostReply();
      const again = await refresh(kept, secret);
      expect(again.statusCode).toBe(200);
      const next = cookieOf(again)?.value;
      expect((await refresh(lost, secret)).statusCode).toBe(401);
      await expectEnded(SessionId);
      expect((await refresh(next, secret)).statusCode).toBe(401);
    });

    test('whoever had fetched the successor in its place is out at once', async () => {
      const { kept, token } = await lostReply();
      expect((await setup(token)).statusCode).toBe(200);
      const again = await refresh(kept, secret);
      expect((await setup(token)).statusCode).toBe(401);
      expect((await setup(again.json().token)).statusCode).toBe(200);
    });

    test('nor does anything older count again after it', async () => {
      const first = await login({ email: 'admin@demo.test', password: cast.password });
      const oldest = cookieOf(first)?.value ?? '';
      const SessionId = oldest.split('.')[1] ?? '';
      await tellDevice(first.json().token, { secret });
      const kept = cookieOf(await refresh(oldest))?.value;
      await inThePast(SessionId, 31);
      await refresh(kept);
      await inThePast(SessionId, hour);
      const next = cookieOf(await refresh(kept, secret))?.value;
      await inThePast(SessionId, 31);
      expect((await refresh(next)).statusCode).toBe(200);
      expect((await refresh(oldest, secret)).statusCode).toBe(401);
      await expectEnded(SessionId);
    });

    test.each([0, 31])('whoever copied the cookie alone gets nothing %i s after it was taken up', async (seconds) => {
      const { kept, SessionId } = await lostReply();
      expect((await refresh(kept, secret)).statusCode).toBe(200);
      await inThePast(SessionId, seconds);
      expect((await refresh(kept)).statusCode).toBe(401);
      await expectEnded(SessionId);
    });
  });

  test('a guessed secret ends nothing', async () => {
    const cookie = cookieOf(await login({ email: 'admin@demo.test', password: cast.password }))?.value ?? '';
    const guess = `${cookie.slice(0, -43)}${'A'.repeat(43)}`;
    expect((await refresh(guess)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(200);
  });

  test.each([undefined, 'x', 'demo.not-a-uuid.secret', 'DEMO.00000000-0000-4000-8000-000000000000.x'])(
    'cookie %s is signed out',
    async (cookie) => {
      expect((await refresh(cookie)).statusCode).toBe(401);
    },
  );
});

describe('an address that is not allowed', () => {
  const inside = '192.0.2.7';
  const allow = (list: string[] | null) =>
    api.db.owner(`update sites set settings = settings - 'allowed_addresses' || $1::jsonb where site = 'demo'`, [
      JSON.stringify(list === null ? {} : { allowed_addresses: list }),
    ]);
  const refreshFrom = (cookie: string | undefined, remoteAddress: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/session/refresh',
      payload: {},
      cookies: { mainstay_refresh: cookie ?? '' },
      remoteAddress,
    });

  afterEach(() => allow(null));

  test('is refused at sign-in and keeps no session', async () => {
    await allow(['192.0.2.0/24', '2001:db8::/32']);
    const reply = await login({ email: 'pt@demo.test', password: cast.password });
    expect([reply.statusCode, reply.json().message]).toEqual([403, 'IP blocked']);
    expect(cookieOf(reply)?.value).toBe('');
    expect((await login({ email: 'pt@demo.test', password: cast.password }, '2001:db8::9')).statusCode).toBe(200);
    const [last] = await api.db.owner<{ endedWhy: string }>(
      `select "endedWhy" from sessions where "endedAt" is not null order by "endedAt" desc limit 1`,
    );
    expect(last?.endedWhy).toBe('refused at sign-in');
  });

  test('is refused at each refresh, and back inside the sign-in goes on', async () => {
    const first = cookieOf(await login({ email: 'pt@demo.test', password: cast.password }, inside))?.value;
    await allow(['192.0.2.0/24']);
    const outside = await refreshFrom(first, '198.51.100.1');
    expect([outside.statusCode, outside.json().message]).toEqual([403, 'IP blocked']);
    await inThePast((first ?? '').split('.')[1] ?? '', 31);
    const back = await refreshFrom(cookieOf(outside)?.value, inside);
    expect(back.statusCode).toBe(200);
  });
});

describe('the end of a session', () => {
  test('logout ends token and cookie at once', async () => {
    const reply = await login({ email: 'pt@demo.test', password: cast.password });
    const { token } = reply.json();
    expect((await setup(token)).statusCode).toBe(200);
    const cookies = { mainstay_refresh: cookieOf(reply)?.value ?? '' };
    const out = await api.app.inject({ method: 'POST', url: '/api/session/logout', payload: {}, cookies });
    expect(out.json()).toEqual({ ended: true });
    expect((await setup(token)).statusCode).toBe(401);
    expect((await refresh(cookies.mainstay_refresh)).statusCode).toBe(401);
    expect((await api.app.inject({ method: 'POST', url: '/api/session/logout', payload: {} })).json()).toEqual({
      ended: false,
    });
  });

  test('a disabled user stops within 5 s', async () => {
    const { token } = (await login({ email: 'admin@demo2.test', password: cast.password })).json();
    expect((await setup(token, 'demo2')).statusCode).toBe(200);
    await api.db.owner(`update users set "Disabled" = true where site = 'demo2' and "Email" = 'admin@demo2.test'`);
    await expect
      .poll(async () => (await setup(token, 'demo2')).statusCode, { timeout: 5_000, interval: 250 })
      .toBe(401);
  });
});

describe('the time of a refusal', () => {
  /** How many passwords are looked at for one sign-in. */
  async function checksFor(email: string): Promise<number> {
    const derive = vi.spyOn(crypto, 'argon2');
    syncBuiltinESMExports();
    try {
      expect((await login({ email, password: 'not the password of anyone' })).statusCode).toBe(401);
      return derive.mock.calls.length;
    } finally {
      derive.mockRestore();
      syncBuiltinESMExports();
    }
  }

  test('tells no one whether an email is known, or at how many sites', async () => {
    await api.db.owner(
      `insert into users (site, "UserId", "Email", "PasswordHash", "FirstName", "LastName", "TimeZone")
       select site, gen_random_uuid(), 'twice@demo.test', u."PasswordHash", 'Two', 'Sites', 'America/New_York'
       from users u where "Email" in ('front@demo.test', 'front@demo2.test')`,
    );
    // What stands in for a password is made once in the life of a server.
    await login({ email: 'warm@demo.test', password: 'not the password of anyone' });
    const checks = [
      await checksFor('nobody-at-all@demo.test'),
      await checksFor('pt@demo.test'),
      await checksFor('twice@demo.test'),
    ];
    expect(checks).toEqual([3, 3, 3]);
  });
});

describe('choosing a site', () => {
  test('a superuser works in the other site with every permission, and both sites know', async () => {
    const reply = await login({ email: 'super@demo.test', password: cast.password });
    const asSuper = { authorization: `Bearer ${reply.json().token}`, 'x-site-key': 'demo' };
    const sites = await api.app.inject({ method: 'GET', url: '/api/session/sites', headers: asSuper });
    expect(
      sites
        .json()
        .sites.map((each: { site: string }) => each.site)
        .toSorted(),
    ).toEqual(['demo', 'demo2']);
    const chosen = await api.app.inject({
      method: 'POST',
      url: '/api/session/site',
      headers: asSuper,
      payload: { site: 'demo2' },
    });
    expect(chosen.json()).toMatchObject({
      site: 'demo2',
      siteName: 'Lakeside Rehab',
      UserId: cast.users.super,
      SuperUser: true,
    });

    const away = await setup(chosen.json().token, 'demo2');
    expect(away.json().currentUser).toMatchObject({
      UserId: cast.users.super,
      Email: 'super@demo.test',
      provider: null,
    });
    expect(away.json().currentUser.can).toContain('access billing');
    expect(away.json().users.some((user: { UserId: string }) => user.UserId === cast2.users.pt)).toBe(true);
    expect((await setup(reply.json().token)).statusCode).toBe(401);

    const refreshed = await refresh(cookieOf(chosen)?.value);
    expect(refreshed.json().site).toBe('demo2');
    const entries = await api.db.owner(
      `select distinct site from audit_entry where action = 'choose site' order by site`,
    );
    expect(entries).toEqual([{ site: 'demo' }, { site: 'demo2' }]);
  });

  test('where the address list of the chosen site refuses, the site one is in stays', async () => {
    const reply = await login({ email: 'super@demo.test', password: cast.password });
    const { token } = reply.json();
    const set = (list: string[]) =>
      api.db.owner(
        `update sites set settings = settings || jsonb_build_object('allowed_addresses', $1::jsonb) where site = 'demo2'`,
        [JSON.stringify(list)],
      );
    await set(['203.0.113.0/24']);
    try {
      const chosen = await api.app.inject({
        method: 'POST',
        url: '/api/session/site',
        headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo' },
        payload: { site: 'demo2' },
      });
      expect([chosen.statusCode, chosen.json().kind]).toEqual([403, 'ip-blocked']);
      expect(cookieOf(chosen)).toBeUndefined();
      expect((await setup(token)).statusCode).toBe(200);
      expect((await refresh(cookieOf(reply)?.value)).json().site).toBe('demo');
      const [last] = await api.db.owner(
        `select "endedWhy" from sessions where site = 'demo2' and "UserId" = $1 order by "createdAt" desc limit 1`,
        [cast.users.super],
      );
      expect(last).toEqual({ endedWhy: 'refused at choosing a site' });
    } finally {
      await set([]);
    }
  });

  test('is for superusers only, and for sites there are', async () => {
    expect((await api.inject('POST', '/api/session/site', { as: 'admin', body: { site: 'demo2' } })).statusCode).toBe(
      403,
    );
    expect((await api.inject('GET', '/api/session/sites', { as: 'admin' })).statusCode).toBe(403);
    expect((await api.inject('POST', '/api/session/site', { as: 'super', body: { site: 'nowhere' } })).statusCode).toBe(
      404,
    );
  });
});

describe('setup', () => {
  test('has every key of spec 7, from this site alone', async () => {
    const reply = await api.call('session.setup', {}, { as: 'pt' });
    expect(reply.currentUser).toMatchObject({
      UserId: cast.users.pt,
      EmployeeId: cast.providers.maya,
      facilityIds: null,
    });
    expect(reply.currentUser.provider?.ProviderId).toBe(cast.providers.maya);
    expect(reply.website).toMatchObject({ site: 'demo', Name: 'Harborview Therapy', enable_ar_warnings: true });
    expect(reply.cptCodes).toContain('97110');
    expect(reply.users.map((user) => user.UserId)).not.toContain(cast2.users.pt);
    const week = Object.values(reply.providerIdsByFacilityIdByDay[cast.facilities.harborview] ?? {}).flat();
    expect(week).toContain(cast.providers.maya);
  });
});

describe('preferences', () => {
  test('keys not sent stay; nothing is written when nothing changed', async () => {
    const id = cast.users.front as never;
    await api.call('session.savePreferences', { id, Preferences: { colorScheme: 'dark' } }, { as: 'front' });
    const both = await api.call(
      'session.savePreferences',
      { id, Preferences: { railPinned: true }, TimeZone: 'America/Chicago' },
      { as: 'front' },
    );
    expect(both).toEqual({ Preferences: { colorScheme: 'dark', railPinned: true }, TimeZone: 'America/Chicago' });
    const version = () => api.db.owner(`select xmin::text from users where "UserId" = $1`, [id]);
    const before = await version();
    await api.call('session.savePreferences', { id, Preferences: { railPinned: true } }, { as: 'front' });
    expect(await version()).toEqual(before);
  });

  test("are one's own only", async () => {
    await expect(
      api.call('session.savePreferences', { id: cast.users.pt as never, Preferences: {} }, { as: 'front' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('IPv6 addresses of one line count together: changing the last half does not help', async () => {
  const from = (remoteAddress: string) =>
    api.app.inject({
      remoteAddress,
      method: 'POST',
      url: '/api/session/login',
      payload: { email: `nobody-${remoteAddress}@demo.test`.replaceAll(':', '-'), password: 'guess' },
    });
  for (let at = 1; at <= lock.limit; at += 1)
    expect((await from(`2001:db8:1:2::${at.toString(16)}`)).statusCode).toBe(401);
  expect((await from('2001:db8:1:2:abcd::1')).statusCode).toBe(429);
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(401);
});
