import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endpoint, endpointNames } from '#contract/endpoints.ts';
import { addressOf, call, endpointOf, equipApi, NetworkError, type ApiSurroundings, type Refusal } from './api.ts';

const VisitId = '0199f000-0000-7000-8000-000000000001';
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

let asked: Request[] = [];
let met: Refusal[] = [];
let token = 'old';
let given: ApiSurroundings;

/** A server that gives these answers in turn, through the real fetch interface. */
function answering(...answers: (Answer | 'no network')[]): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request);
    const answer = answers.shift();
    if (!answer || answer === 'no network') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status, headers: answer.headers ?? {} });
  });
}

beforeEach(() => {
  asked = [];
  met = [];
  token = 'old';
  given = {
    token: () => token,
    site: () => 'demo',
    socketId: () => '1.2',
    refresh: async () => {
      token = 'new';
      return true;
    },
    meetRefusal: async (refusal) => {
      met.push(refusal);
      return refusal.status === 429 ? 'retry' : 'throw';
    },
  };
  equipApi(given);
});
afterEach(() => vi.unstubAllGlobals());

test('sends bearer, site key and socket id', async () => {
  answering({ status: 200, body: { sites: [] } });
  await call('session.sites', {});
  const [request] = asked;
  expect(request?.headers.get('Authorization')).toBe('Bearer old');
  expect(request?.headers.get('X-Site-Key')).toBe('demo');
  expect(request?.headers.get('X-Socket-Id')).toBe('1.2');
});

test('a 401 refreshes silently and is tried once more', async () => {
  answering({ status: 401 }, { status: 200, body: { sites: [] } });
  expect(await call('session.sites', {})).toEqual({ sites: [] });
  expect(asked.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new']);
  expect(met).toEqual([]);
});

test('a 401 that comes after the token was renewed asks for no other', async () => {
  let refreshes = 0;
  equipApi({ ...given, refresh: async () => (refreshes += 1) > 0 });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request);
    // Another call was refused first.
    token = 'renewed';
    return new Response(JSON.stringify({ sites: [] }), { status: asked.length === 1 ? 401 : 200 });
  });
  expect(await call('session.sites', {})).toEqual({ sites: [] });
  expect(asked.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer renewed']);
  expect(refreshes).toBe(0);
});

test('a second 401 is given up', async () => {
  answering({ status: 401 }, { status: 401, body: { kind: 'signed-out', message: 'Sign in again.' } });
  await expect(call('session.sites', {})).rejects.toMatchObject({ kind: 'signed-out', message: 'Sign in again.' });
  expect(asked).toHaveLength(2);
});

test('a caller that meets refusals itself is not refreshed', async () => {
  answering({ status: 401, body: { kind: 'signed-out', message: 'Wrong.' } });
  await expect(call('session.login', { email: 'a@b.test', password: 'x' }, { byCaller: true })).rejects.toMatchObject({
    message: 'Wrong.',
  });
  expect(asked).toHaveLength(1);
  expect(met).toEqual([]);
});

test('a 429 is tried again after its wait, but not for ever', async () => {
  answering({ status: 429 }, { status: 200, body: { sites: [] } });
  expect(await call('session.sites', {})).toEqual({ sites: [] });
  answering(...Array.from({ length: 9 }, () => ({ status: 429, headers: { 'retry-after': '1' } })));
  await expect(call('session.sites', {})).rejects.toMatchObject({ kind: 'too-many', retryAfter: 1 });
  expect(asked).toHaveLength(2 + 6);
});

test('a lost network is its own error', async () => {
  answering('no network');
  await expect(call('session.sites', {})).rejects.toBeInstanceOf(NetworkError);
});

test.each(['{"sites":[{"site":"dem', '<!doctype html><title>Welcome to our network</title>'])(
  'a reply that was cut, or is of someone else on the way, is a network that is away: %s',
  async (body) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }));
    await expect(call('session.sites', {})).rejects.toBeInstanceOf(NetworkError);
  },
);

test.each([401, 403, 404, 407, 410])(
  'the page of a filter or proxy with status %i is a network that is away: it ends and refuses nothing',
  async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html><title>Blocked</title>', { status }));
    await expect(call('session.refresh', {}, { byCaller: true })).rejects.toBeInstanceOf(NetworkError);
    expect(met).toEqual([]);
  },
);

test.each([
  [422, 'invalid'],
  [403, 'no-permission'],
  [490, 'user-visible'],
  [410, 'unavailable'],
])('a refusal of a kind that is newer than this app says its sentence, by status %i', async (status, kind) => {
  answering({ status, body: { kind: 'period-closed', message: 'This month is closed.' } });
  await expect(call('session.sites', {})).rejects.toMatchObject({ kind, message: 'This month is closed.' });
});

test('a refusal to be shown, whose body was lost, is still one of ours', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 490 }));
  await expect(call('session.sites', {})).rejects.toMatchObject({ kind: 'user-visible' });
});

test('a reply that stops half way is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = new ReadableStream<Uint8Array>({
      start(half) {
        half.enqueue(new TextEncoder().encode('{"sites":['));
        request.signal.addEventListener('abort', () => half.error(request.signal.reason));
      },
    });
    asked.resolve();
    return new Response(body, { status: 200 });
  });
  const called = call('session.sites', {}).catch((error: unknown) => error);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await called).toBeInstanceOf(NetworkError);
});

test('a refusal without our body still has a sentence', async () => {
  answering({ status: 502, body: 'bad gateway' });
  await expect(call('session.sites', {})).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('502'),
  });
});

test('path parameters, query and body are taken from the input', async () => {
  expect(addressOf(await endpointOf('visits.history'), { id: VisitId })).toEqual({
    url: `/api/visits/${VisitId}/history`,
    body: undefined,
  });
  expect(addressOf(await endpointOf('patients.list'), { q: 'o brien', after: undefined })).toEqual({
    url: '/api/patients?q=o+brien',
    body: undefined,
  });
  expect(addressOf(await endpointOf('visits.move'), { id: VisitId, destination: 'review', lastUpdated: 't' })).toEqual({
    url: `/api/visits/${VisitId}`,
    body: { destination: 'review', lastUpdated: 't' },
  });
});

test('finds every call of the table, those of features that are loaded later too', async () => {
  for (const name of endpointNames) expect(await endpointOf(name), name).toBe(endpoint(name));
});

test('a fault is told with the number of its request, a refusal without', async () => {
  const requestId = '0199f000-0000-4000-8000-00000000000a';
  answering({ status: 500, body: { kind: 'unavailable', message: 'Something went wrong.', requestId } });
  await expect(call('session.sites', {})).rejects.toMatchObject({
    message: `Something went wrong. (${requestId})`,
    requestId,
  });
  answering({ status: 422, body: { kind: 'invalid', message: 'Correct it.', requestId } });
  await expect(call('session.sites', {})).rejects.toMatchObject({ message: 'Correct it.', requestId });
});
