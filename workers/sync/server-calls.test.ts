import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { patienceMs } from './patience.ts';
import { requestOf, serverCalls } from './server-calls.ts';

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
let http: Server | undefined;
afterEach(() => void http?.close());

const sockets: Socket[] = [];
let silent: ReturnType<typeof createSocketServer> | undefined;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  silent?.close();
});

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n';

/** A connection that opens and then does what it is told; calls give up after 300 ms of silence. */
async function behind(answer: (socket: Socket) => void) {
  silent = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
  const reached: boolean[] = [];
  const calls = serverCalls({
    origin: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    site: 'demo',
    token: () => 'old',
    renew: async () => null,
    socketId: () => null,
    reached: (isReached) => reached.push(isReached),
    patienceMs: () => 300,
  });
  return { calls, reached };
}

/** A real server that answers in turn. */
async function serving(...answers: Answer[]) {
  const got: IncomingMessage[] = [];
  http = createServer((request, response) => {
    got.push(request);
    const { status, body, headers } = answers.shift() ?? { status: 500, body: 'no answer left' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
  const reached: boolean[] = [];
  const orders: unknown[] = [];
  const tokens = ['fresh'];
  let held = 'old';
  const calls = serverCalls({
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    site: 'demo',
    token: () => held,
    renew: async () => tokens.shift() ?? null,
    socketId: () => '1.2',
    reached: (isReached) => reached.push(isReached),
    erased: (order) => orders.push(order),
  });
  return { calls, got, reached, orders, hold: (token: string) => (held = token) };
}

const ended = { status: 401, body: { kind: 'signed-out', message: 'Ended.' } };
const ok = { status: 200, body: { sites: [] } };

test('sends token, site and socket', async () => {
  const { calls, got, reached } = await serving(ok);
  expect(await calls.call('session.sites', {})).toEqual({ sites: [] });
  expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer old', 'x-site-key': 'demo', 'x-socket-id': '1.2' });
  expect([got[0]?.url, reached]).toEqual(['/api/session/sites', [true]]);
});

test('asks for a fresh token once when the old one has ended', async () => {
  const { calls, got } = await serving(ended, ok);
  await calls.call('session.sites', {});
  expect(got.map((request) => request.headers.authorization)).toEqual(['Bearer old', 'Bearer fresh']);
});

test('asks for none where the page has had it renewed meanwhile', async () => {
  const { calls, got, hold } = await serving(ended, ok);
  http?.once('request', () => hold('renewed'));
  await calls.call('session.sites', {});
  expect(got.map((request) => request.headers.authorization)).toEqual(['Bearer old', 'Bearer renewed']);
});

test('asks for one where the renewed one has ended too', async () => {
  const { calls, got, hold } = await serving(ended, ended, ok);
  http?.once('request', () => hold('renewed'));
  await calls.call('session.sites', {});
  expect(got.map((request) => request.headers.authorization)).toEqual(['Bearer old', 'Bearer renewed', 'Bearer fresh']);
});

test('refused again says so, and without a fresh token it waits', async () => {
  const { calls } = await serving(ended, ended, ended);
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'signed-out' });
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'unavailable' });
});

const blocked = (status: number) => expect.stringContaining(`blocks requests to the server (${status})`);

test.each([
  [
    { status: 429, body: { kind: 'too-many', message: 'Slow down.' }, headers: { 'retry-after': '7' } },
    { kind: 'too-many', retryAfter: 7, message: 'Slow down.' },
    true,
  ],
  [{ status: 503, body: { kind: 'unavailable', message: 'Busy.' } }, { kind: 'unavailable', message: 'Busy.' }, true],
  [{ status: 502, body: '<html>' }, { kind: 'unavailable' }, false],
  [{ status: 200, body: { captive: 'portal' } }, { kind: 'unavailable' }, false],
  // What waits is neither refused nor is the sign-in over because of another's page.
  [{ status: 401, body: '<html>Sign in to our network</html>' }, { kind: 'unavailable', message: blocked(401) }, false],
  [{ status: 403, body: '<html>Blocked</html>' }, { kind: 'unavailable', message: blocked(403) }, false],
  [{ status: 404, body: '<html>Not here</html>' }, { kind: 'unavailable', message: blocked(404) }, false],
  [{ status: 409, body: '' }, { kind: 'unavailable', message: blocked(409) }, false],
  [{ status: 413, body: '<html>Too large</html>' }, { kind: 'invalid' }, false],
  [{ status: 429, body: '<html>Slow down</html>' }, { kind: 'too-many' }, false],
  // Of a server that is newer than this app.
  [{ status: 422, body: { kind: 'period-closed', message: 'Closed.' } }, { kind: 'invalid', message: 'Closed.' }, true],
] as [Answer, object, boolean][])('%o', async (answer, refusal, isReached) => {
  const { calls, reached } = await serving(answer);
  await expect(calls.call('session.sites', {})).rejects.toMatchObject(refusal);
  expect(reached.at(-1)).toBe(isReached);
});

test('one call that is turned away on the way says nothing of a server that has just answered another', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turned = { status: 403, body: '<html>Blocked</html>' };
  const { calls, reached } = await serving(ok, turned, turned, turned);
  await calls.call('session.sites', {});
  for (const at of [0, 119_000, 121_000]) {
    now = at;
    await expect(calls.call('session.sites', {})).rejects.toMatchObject({ message: blocked(403) });
    expect(reached).toEqual(at < 120_000 ? [true] : [true, false]);
  }
  vi.restoreAllMocks();
});

test('a page for guests, and a limit of someone on the way, are never taken for the server', async () => {
  const { calls, reached } = await serving({ status: 200, body: '<html>Welcome</html>' }, { status: 429, body: '' });
  for (let at = 0; at < 2; at += 1) await calls.call('session.sites', {}).catch(() => undefined);
  expect(reached).toEqual([false, false]);
});

test('an order to erase is heard from our server alone, not from a page in between that says gone', async () => {
  const { calls, orders } = await serving(
    { status: 410, body: '<html>Gone</html>' },
    { status: 410, body: { kind: 'device-erased', message: 'Erased by Adele.', current: { ticket: 't' } } },
  );
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'unavailable' });
  expect(orders).toEqual([]);
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({
    kind: 'device-erased',
    current: { ticket: 't' },
  });
  expect(orders).toEqual([{ ticket: 't' }]);
});

test('an answer to what was asked before the network went says nothing of the server', async () => {
  const refused = { status: 403, body: { kind: 'no-permission', message: 'No.' } };
  const { calls, reached } = await serving(ok, refused, ok);
  const asked = calls.call('session.sites', {});
  await Promise.resolve();
  calls.lost();
  expect(await asked).toEqual({ sites: [] });
  const again = calls.call('session.sites', {});
  await Promise.resolve();
  calls.lost();
  await expect(again).rejects.toMatchObject({ kind: 'no-permission' });
  expect(reached).toEqual([]);
  await calls.call('session.sites', {});
  expect(reached).toEqual([true]);
});

test('no server at all is unavailable', async () => {
  const { calls, reached } = await serving();
  await new Promise((resolve) => http?.close(resolve));
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'unavailable' });
  expect(reached).toEqual([false]);
});

test('path parameters leave the input; the rest is query or body', () => {
  expect(requestOf('session.signOutAndErase', { id: 'a/b', why: 'lost' })).toEqual({
    url: '/devices/a%2Fb/signOutAndErase',
    options: { method: 'POST', json: { why: 'lost' } },
  });
  const { url, options } = requestOf('session.setup', { device: 'a b', other: undefined });
  expect([url, String(options.searchParams)]).toEqual(['/setup', 'device=a+b']);
});

test('a connection on which nothing ever comes is given up, and the server counts as away', async () => {
  const { calls, reached } = await behind(() => undefined);
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'unavailable' });
  expect(reached).toEqual([false]);
  expect(sockets).toHaveLength(1);
});

test('a reply that stops in the middle is given up', async () => {
  const { calls, reached } = await behind((socket) => socket.write(`${head}{"sit`));
  await expect(calls.call('session.sites', {})).rejects.toMatchObject({ kind: 'unavailable' });
  expect(reached.at(-1)).toBe(false);
});

test('a slow link that keeps bringing something is waited for, however long the whole takes', async () => {
  const { calls, reached } = await behind((socket) => {
    const rest = [head, ...'{"sites":[]}'];
    const next = () => {
      const part = rest.shift();
      if (part === undefined) return;
      socket.write(part);
      setTimeout(next, 60);
    };
    next();
  });
  expect(await calls.call('session.sites', {})).toEqual({ sites: [] });
  expect(reached).toEqual([true]);
});

test('a call that sends or gathers much is waited for longer, and none for ever', () => {
  const small = patienceMs('sync.push', 800);
  expect(small).toBeLessThan(20_000);
  expect(patienceMs('sync.push', 200_000)).toBeGreaterThan(small);
  expect(patienceMs('sync.hydrate', 60)).toBeGreaterThan(small);
  expect(patienceMs('sync.push', 50_000_000)).toBe(120_000);
});
