import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import Pusher, { type Options } from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { testApi, type Site, type TestApi } from '#server/testing/api.ts';
import { rememberMs } from '../auth/identity.ts';
import { openDatabase } from '../db/database.ts';
import { noticeEveryMs } from '../db/notices.ts';
import { lookEveryMs } from './missed-changes.ts';
import { pusherKey } from './pusher-app.ts';
import { coalesceMs, sessionCheckMs } from './realtime.ts';

let api: TestApi;
let port: number;
const open: { disconnect(): void }[] = [];

beforeAll(async () => {
  api = await testApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(() => api.close());

/** An unmodified pusher-js client, as a screen of that user makes it. */
async function client(as: DemoUserName, site: Site = 'demo'): Promise<Pusher> {
  const { token } = await api.signedIn(as, site);
  const options: Options = {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `http://127.0.0.1:${port}/api/broadcasting/auth`,
      headers: { authorization: `Bearer ${token}`, 'x-site-key': site },
    },
  };
  const pusher = new Pusher(pusherKey(), options);
  open.push(pusher);
  return pusher;
}

/** Resolves with what the server said to a subscription. */
function subscription(pusher: Pusher, name: string): Promise<'joined' | 'refused'> {
  const channel = pusher.subscribe(name);
  return new Promise((resolve) => {
    channel.bind('pusher:subscription_succeeded', () => resolve('joined'));
    channel.bind('pusher:subscription_error', () => resolve('refused'));
  });
}

/** As another process does that is killed between its commit and its notice: nobody is told of the change. */
function renameUntold(to: string) {
  return api.db.owner(`update patients set "PreferredName" = $1 where site = 'demo' and "PatientId" = $2`, [
    to,
    cast.patients.rosa,
  ]);
}

function renameRosa(to: string) {
  return api.call(
    'patients.update',
    { id: cast.patients.rosa as never, changes: { PreferredName: to } },
    { as: 'front' },
  );
}

test('a change is told to the screens of its site, without patient data, and to no other site', async () => {
  const [here, there] = [await client('pt'), await client('pt', 'demo2')];
  expect(await subscription(here, 'private-site-demo')).toBe('joined');
  expect(await subscription(there, 'private-site-demo2')).toBe('joined');
  const heard = vi.fn();
  const foreign = vi.fn();
  here.channel('private-site-demo').bind('changed', heard);
  there.channel('private-site-demo2').bind('changed', foreign);
  await renameRosa('Rosie');
  await expect.poll(() => heard).toHaveBeenCalled();
  expect(heard.mock.calls.map(([data]) => data)).toEqual([{ site: 'demo', hint: 'pull' }]);
  expect(foreign).not.toHaveBeenCalled();
});

test('many changes come as few events, however long they take', async () => {
  const pusher = await client('pt');
  await subscription(pusher, 'private-site-demo');
  const heard = vi.fn();
  pusher.channel('private-site-demo').bind('changed', heard);
  const changes = Array.from({ length: 40 }, (_none, at) => `Rosa ${at}`);
  const began = performance.now();
  await Promise.all(changes.map((name) => renameRosa(name)));
  await expect.poll(() => heard).toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / noticeEveryMs));
});

/** A screen that has joined, and what it hears from now on. */
async function listener(as: DemoUserName, site: Site = 'demo') {
  const screen = await client(as, site);
  await subscription(screen, `private-site-${site}`);
  const heard = vi.fn();
  screen.channel(`private-site-${site}`).bind('changed', heard);
  return heard;
}
const looks = (count: number) => new Promise((resolve) => setTimeout(resolve, count * lookEveryMs + 500));

test('a change whose notice was lost is found within some seconds, and told once', async () => {
  const [heard, foreign] = [await listener('pt'), await listener('pt', 'demo2')];
  // What the tests before this one changed was told, but not all of it here.
  await looks(1);
  heard.mockClear();
  await renameUntold('Unheard');
  const began = performance.now();
  await expect.poll(() => heard).toHaveBeenCalled();
  expect(performance.now() - began).toBeLessThan(lookEveryMs + 2_000);
  await looks(2);
  expect(heard.mock.calls.map(([data]) => data)).toEqual([{ site: 'demo', hint: 'pull' }]);
  expect(foreign).not.toHaveBeenCalled();
});

test('a change that a slow transaction commits after later ones is found as well', async () => {
  const heard = await listener('pt');
  const slow = new pg.Client({ connectionString: api.db.ownerUrl });
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query(`update patients set "PreferredName" = 'Slow' where site = 'demo' and "PatientId" = $1`, [
      cast.patients.walter,
    ]);
    await renameRosa('Quick');
    await looks(1);
    heard.mockClear();
    await slow.query('commit');
    await expect.poll(() => heard).toHaveBeenCalled();
  } finally {
    await slow.end();
  }
});

test('what was told is not told again by who looks for the rest', async () => {
  const heard = await listener('pt');
  await looks(1);
  heard.mockClear();
  await renameRosa('Once');
  await expect.poll(() => heard).toHaveBeenCalled();
  await looks(2);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('one change is told without a wait, also to the screens of another process', async () => {
  const heard = await listener('pt');
  const writing = openDatabase({ apiUrl: api.db.apiUrl, connections: 1 });
  const there = await testApi({ ...api.db, ...writing });
  try {
    await looks(1);
    heard.mockClear();
    const began = performance.now();
    await there.call(
      'patients.update',
      { id: cast.patients.rosa as never, changes: { PreferredName: 'Far' } },
      { as: 'front' },
    );
    await expect.poll(() => heard, { interval: 10 }).toHaveBeenCalled();
    // Sooner than the next look, and than the wait of a burst: on a busy machine too.
    expect(performance.now() - began).toBeLessThan(lookEveryMs);
  } finally {
    await there.close();
    await writing.close();
  }
});

test.each(['private-site-demo2', 'private-site-', 'site-demo', 'presence-site-demo', 'private-other'])(
  '%s is refused',
  async (name) => {
    expect(await subscription(await client('pt'), name)).toBe('refused');
  },
);

test('a forged signature is refused', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${pusherKey()}?protocol=7`);
  open.push({ disconnect: () => socket.terminate() });
  await once(socket, 'message');
  for (const auth of [`${pusherKey()}:${'0'.repeat(64)}`, `${pusherKey()}:${'é'.repeat(64)}`, '']) {
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'private-site-demo', auth } }));
    const [bytes] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(String(bytes)).event).toBe('pusher:subscription_error');
  }
  socket.send('not json');
  socket.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
  const [pong] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(String(pong)).event).toBe('pusher:pong');
});

test('an unknown key, a foreign page and an oversize frame are turned away', async () => {
  const unknown = new WebSocket(`ws://127.0.0.1:${port}/app/nosuchkey?protocol=7`);
  expect(String((await once(unknown, 'error'))[0])).toContain('404');
  const foreign = new WebSocket(`ws://127.0.0.1:${port}/app/${pusherKey()}`, { origin: 'https://elsewhere.example' });
  expect(String((await once(foreign, 'error'))[0])).toContain('403');
  const loud = new WebSocket(`ws://127.0.0.1:${port}/app/${pusherKey()}`);
  await once(loud, 'message');
  loud.send('x'.repeat(10_000));
  expect((await once(loud, 'close'))[0]).toBe(1009);
});

test('the socket of an ended session is cut and does not come back', async () => {
  const pusher = await client('admin');
  await subscription(pusher, 'private-site-demo');
  const { SessionId } = await api.signedIn('admin');
  await api.db.owner(`update sessions set "endedAt" = now() where "SessionId" = $1`, [SessionId]);
  await expect.poll(() => pusher.connection.state).toBe('disconnected');
});

test('the waits leave time for their work: of 5 s until a session has ended, of 1 s until a change is seen', () => {
  // A second is left for the query behind it, on a busy machine too.
  expect(sessionCheckMs).toBeLessThanOrEqual(4_000);
  expect(rememberMs).toBeLessThanOrEqual(4_000);
  expect(coalesceMs + noticeEveryMs).toBeLessThanOrEqual(350);
});

test('asking for a channel needs a sign-in', async () => {
  const body = { socket_id: '1.2', channel_name: 'private-site-demo' };
  expect((await api.inject('POST', '/api/broadcasting/auth', { body })).statusCode).toBe(401);
  expect(
    (await api.inject('POST', '/api/broadcasting/auth', { as: 'pt', body: { ...body, socket_id: 'x:y' } })).statusCode,
  ).toBe(422);
});
