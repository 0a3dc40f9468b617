import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { Failure, failureStatus } from '#contract/base/errors.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { leakOf, patiently } from '#server/testing/answers.ts';
import { partOf, partsFrom } from '#server/testing/seed.ts';

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await testApi();
  const { token } = await api.signedIn('super');
  headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

type Odd = {
  method?: string;
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
};
const json = { 'content-type': 'application/json' };
const body = (payload: string | Buffer): Odd => ({ payload, headers: json });
const nested = (open: string, close: string) => open.repeat(60_000) + close.repeat(60_000);

/** What no client of ours sends. Sent to every endpoint as a superuser, who is refused by nothing else first. */
const oddities: Record<string, Odd> = {
  'half a document': body('{"a": '),
  'no document': body('undefined'),
  'a number': body('1e999'),
  'a list': body('[]'),
  'a comment': body('{/* */}'),
  'a byte order mark': body('\ufeff{}'),
  'UTF-16': body(Buffer.from('{"a":1}', 'utf16le')),
  'bytes that are no text': body(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
  'NUL bytes': body('{"\u0000":"\u0000"}'),
  'escaped NUL': body('{"reason":"\\u0000","id":"\\u0000"}'),
  'a lone surrogate': body('{"\\ud800":"\\udfff"}'),
  __proto__: body('{"__proto__":{"SuperUser":true}}'),
  constructor: body('{"constructor":{"prototype":{"SuperUser":true}}}'),
  'inherited names': body('{"toString":1,"hasOwnProperty":1,"valueOf":{"a":1}}'),
  'the same key twice': body('{"id":"1","id":"2"}'),
  'sixty thousand lists in each other': body(`{"a":${nested('[', ']')}}`),
  'twenty thousand objects in each other': body(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  'twenty thousand keys': body(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":0`).join()}}`),
  'a key of 200 KB': body(`{"${'k'.repeat(200_000)}":0}`),
  'a number of 200,000 digits': body(`{"a":${'9'.repeat(200_000)}}`),
  XML: {
    payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    headers: { 'content-type': 'text/xml' },
  },
  'a form with parts': { payload: '--x\r\n\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  'a form': { payload: 'id=1&id=2&__proto__=3', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'a form of 4 KB': {
    payload: `a=${'x'.repeat(4_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'no content type': { payload: '{}', headers: { 'content-type': '' } },
  'a content type that is none': { payload: '{}', headers: { 'content-type': 'application/json; charset=\u00e9;;;' } },
  'what says it is compressed': { payload: 'not so', headers: { ...json, 'content-encoding': 'gzip' } },
  'a length that is too short': { payload: '{"a":1}', headers: { ...json, 'content-length': '3' } },
  'a query key twice': { query: 'id=1&id=2&q=1&q=2&after=1&after=2' },
  'a query like an object': { query: 'q[a]=1&q[__proto__][b]=2&__proto__=3&constructor=4' },
  'a query of 6 KB': { query: `q=${'%F0%9F%A6%84'.repeat(500)}` },
  'a query that cannot be decoded': { query: 'q=%ff%fe%zz&after=%00' },
  'an id that cannot be decoded': { path: '%zz' },
  'an id of other folders': { path: '..%2f..%2fetc%2fpasswd' },
  'an id with a NUL byte': { path: '%00' },
  'an id of 5 KB': { path: 'x'.repeat(5_000) },
  'an id in braces': { path: '%7B%22$ne%22:null%7D' },
  PATCH: { method: 'PATCH' },
  DELETE: { method: 'DELETE' },
  OPTIONS: { method: 'OPTIONS' },
  'another Accept': { headers: { accept: 'application/xml', 'accept-encoding': '*;q=0, br;q=-1' } },
  'a key of a call that is none': { headers: { 'idempotency-key': '\u00ff'.repeat(300) } },
  'an app version that is none': { headers: { 'x-app-version': '1.'.repeat(2_000) } },
  'cookies that are none': { headers: { cookie: 'mainstay_refresh=demo.x.y; =; ;;mainstay_refresh=%zz; __proto__=1' } },
  'a token that is none': { headers: { authorization: `Bearer ${'a.'.repeat(900)}` } },
  'another host': {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  },
  'another origin': { headers: { origin: 'https://evil.example' } },
  'a method put in place of another': { headers: { 'x-http-method-override': 'DELETE' } },
};

const refusals = new Set<number>([...Object.values(failureStatus), 413, 415, 404]);
/** Their session would end, and what comes after would be refused for that. */
const endsSession = new Set<EndpointName>(['session.logout', 'session.chooseSite', 'session.signOutAndErase']);
let sent = 0;
/** Each is sent to a part of the endpoints, ODD_PARTS 1 to all of them. */
const parts = partsFrom('ODD_PARTS', 3);
const sentTo = Object.keys(oddities).map((_, turn) => partOf(endpointNames, parts, turn));

test.each(Object.entries(oddities).map(([name, odd], turn) => [name, odd, turn] as const))(
  '%s is refused with a sentence by every endpoint, or does no harm',
  async (_name, odd, turn) => {
    const wrong: string[] = [];
    for (const name of sentTo[turn] ?? []) {
      const path = pathOf(endpoint(name)).replace(/:\w+/g, odd.path ?? cast.patients.rosa);
      const url = `/api${path}${odd.query === undefined ? '' : `?${odd.query}`}`;
      const method = (odd.method ?? methodOf(endpoint(name))) as 'GET';
      const asWhom = endsSession.has(name) ? {} : headers;
      const payload = method === 'GET' ? undefined : (odd.payload ?? '{"surprise":1}');
      const type = payload === undefined ? {} : json;
      const { reply, isSlow } = await patiently(() =>
        api.app.inject({
          method,
          url,
          headers: { ...asWhom, ...type, ...odd.headers },
          ...(payload !== undefined && { payload }),
        }),
      );
      sent += 1;
      const isFailure = reply.statusCode === 200 || Failure.safeParse(jsonOf(reply.body)).success;
      const isKnown = reply.statusCode === 200 || (refusals.has(reply.statusCode) && reply.statusCode < 500);
      if (!isFailure || !isKnown || isSlow || leakOf(reply.body) !== null)
        wrong.push(
          `${isSlow ? 'slow ' : ''}${reply.statusCode} ${method} ${url.slice(0, 120)} ${reply.body.slice(0, 200)}`,
        );
    }
    expect(wrong).toEqual([]);
  },
);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a socket gets that says just this. */
async function saidTo(text: string | Buffer): Promise<string> {
  let heard = '';
  await new Promise((resolve) => {
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.end(text));
    socket.on('data', (data) => (heard += data.toString('latin1')));
    // A server that closes on what it cannot read has answered.
    socket.on('error', () => undefined);
    socket.on('close', resolve);
  });
  return heard;
}

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a method that is none', 'FETCH /api/setup HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['TRACE', 'TRACE /api/setup HTTP/1.1\r\nhost: x\r\ncookie: secret=1\r\nconnection: close\r\n\r\n'],
  ['headers of 100 KB', `GET /api/setup HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['two lengths', 'POST /api/session/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  [
    'a length and chunks',
    'POST /api/session/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['chunks that are none', 'POST /api/session/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['a NUL in a header', 'GET /api/setup HTTP/1.1\r\nhost: x\r\nx-site-key: \u0000\r\n\r\n'],
  ['an absolute address', 'GET http://evil.example/api/setup HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['folders above', 'GET /../../../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  [
    'folders above, written otherwise',
    'GET /assets/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  ],
  ['an upgrade to nothing', 'GET /app/none HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['bytes', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])],
])('%s is answered or closed, and the server goes on', async (_name, text) => {
  const heard = await saidTo(text);
  expect(heard).not.toMatch(/^HTTP\/1\.1 5|root:x:|secret=1/);
  expect(leakOf(heard)).toBeNull();
  expect((await api.app.inject('/healthz')).statusCode).toBe(200);
});

test('prototypes stayed as they were, and the requests are counted', () => {
  expect(({} as Record<string, unknown>)['SuperUser']).toBeUndefined();
  process.stdout.write(`odd requests: ${sent} over ${endpointNames.length} endpoints\n`);
  expect(sent).toBe(sentTo.flat().length);
  expect(new Set(sentTo.flat())).toEqual(new Set(endpointNames));
});
