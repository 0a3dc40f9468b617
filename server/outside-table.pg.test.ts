import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import { endpoint, endpointNames } from '#contract/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { chanceFrom, type Chance } from '#server/demo/random.ts';
import { leakOf, patiently } from '#server/testing/answers.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { mutated } from '#server/testing/inputs.ts';
import { countFrom, seedFrom } from '#server/testing/seed.ts';

/*
 * The suites that go over every call are made from the table of endpoints. What the server answers besides stands
 * here: a route that is neither in the table nor in this list fails, and a directory's calls are tried as the table's.
 */
const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE'];
const besides = [
  'GET /healthz',
  'GET /readyz',
  // Figures of the process, for who has the token of METRICS_TOKEN.
  'GET /metrics',
  // A calendar program reads its owner's visits at a secret address.
  'GET /api/feeds/:site/:file',
  // What a mail program sends where its reader pressed 'Unsubscribe' (RFC 8058), and where it shows the page instead.
  'POST /api/messages/unsubscribe/:token',
  'GET /api/messages/unsubscribe/:token',
  // The built screens, and the description of the API.
  'GET /*',
  'GET /api/docs',
  'GET /api/openapi.json',
  // Nothing is there, said in the words of the API.
  ...anyMethod.flatMap((method) => [`${method} /api`, `${method} /api/*`]),
];
const scimRoutes = [
  'GET /Users',
  'GET /Users/:id',
  'POST /Users',
  'PUT /Users/:id',
  'PATCH /Users/:id',
  'DELETE /Users/:id',
  'GET /ServiceProviderConfig',
  'GET /ResourceTypes',
  'GET /ResourceTypes/:id',
  'GET /Schemas',
  'GET /Schemas/:id',
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /*`),
];

let api: TestApi;
/** A new one for each route: each may make 300 calls a minute. */
const newToken = async () =>
  (await api.call('scim.makeToken', { Name: 'Directory', roles: [] }, { as: 'super' })).token;
const users: Record<'demo' | 'demo2', string[]> = { demo: [], demo2: [] };
beforeAll(async () => {
  api = await testApi();
  for (const site of ['demo', 'demo2'] as const) {
    const rows = await api.db.owner<{ id: string }>(`select "UserId" as id from users where site = $1 order by 1`, [
      site,
    ]);
    users[site] = rows.map(({ id }) => id);
  }
});
afterAll(() => api.close());

test('every address the server answers at is in the table of endpoints or named here', async () => {
  const found = new Set<string>();
  const app = await buildApp({
    database: api.db,
    config: api.config,
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') found.add(`${one} ${url}`);
    },
  });
  await app.ready();
  await app.close();
  const inTable = endpointNames.map((name) => `${methodOf(endpoint(name))} /api${pathOf(endpoint(name))}`);
  const known = new Set([...inTable, ...besides, ...scimRoutes.map((one) => one.replace(' ', ' /api/scim/v2'))]);
  expect([...found].filter((one) => !known.has(one) && !one.startsWith('GET /api/docs/'))).toEqual([]);
  // The screens are served where they have been built.
  expect([...known].filter((one) => !found.has(one) && one !== 'GET /*')).toEqual([]);
});

const seed = seedFrom('FUZZ_SEED');
/** A directory may make 300 calls a minute. */
const requestsEach = Math.min(countFrom('FUZZ_REQUESTS', 25), 290);
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

function anyBody(method: string, chance: Chance): unknown {
  const name = `person${chance.below(50)}`;
  const whole =
    method === 'PATCH'
      ? {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [
            {
              op: chance.pick(['replace', 'add', 'remove']),
              path: chance.pick(['active', 'name.givenName', 'emails']),
              value: name,
            },
          ],
        }
      : {
          schemas: [userSchema],
          userName: `${name}@company.example`,
          name: { givenName: name, familyName: 'Ofori' },
          emails: [{ value: `${name}@company.example`, type: 'work', primary: true }],
          active: chance.below(2) === 0,
        };
  return chance.below(2) === 0 ? whole : mutated(whole, chance);
}
const filters = ['userName eq "a"', 'userName sw', '(', 'id pr and not (active eq true)', 'a'.repeat(300), '%00', '[]'];

let sent = 0;
test.each(scimRoutes)('a directory: %s does every call or refuses it in the words of SCIM', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const chance = chanceFrom([...route].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed));
  const token = await newToken();
  const wrong: string[] = [];
  for (let at = 0; at < requestsEach; at += 1) {
    const id = chance.pick([
      '0192f000-0000-7000-8000-000000000000',
      'no id',
      '%00',
      userSchema,
      ...users.demo,
      ...users.demo2,
    ]);
    const query =
      method === 'GET'
        ? `?filter=${encodeURIComponent(chance.pick(filters))}&count=${chance.pick(['-1', '3', 'x'])}`
        : '';
    const payload = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(anyBody(method, chance));
    const url = `/api/scim/v2${path.replace(':id', encodeURIComponent(id)).replace('*', encodeURIComponent(id))}${query}`;
    const { reply, isSlow } = await patiently(() =>
      api.app.inject({
        method: method as 'GET',
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload !== undefined && { 'content-type': 'application/scim+json' }),
        },
        ...(payload !== undefined && { payload }),
      }),
    );
    sent += 1;
    const leak = leakOf(reply.body);
    if (isSlow || leak !== null) wrong.push(`${leak ?? 'slow'}: ${method} ${url} ${payload}`);
    if (reply.statusCode >= 500 || reply.statusCode === 401)
      wrong.push(`${reply.statusCode} ${method} ${url} ${payload}`);
    if (users.demo2.includes(id) && path.startsWith('/Users/') && ![400, 404].includes(reply.statusCode))
      wrong.push(`another site answered: ${reply.statusCode} ${method} ${url}`);
  }
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
});

test('a user of another site and no one at all get the same answer', async () => {
  const token = await newToken();
  const ask = async (id: string | undefined) => {
    const reply = await api.app.inject({
      url: `/api/scim/v2/Users/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return [reply.statusCode, reply.body];
  };
  expect(await ask(users.demo2[0])).toEqual(await ask('0192f000-0000-7000-8000-000000000000'));
  process.stdout.write(`fuzz of the directory: ${sent} requests over ${scimRoutes.length} routes, seed ${seed}\n`);
  expect(sent).toBe(requestsEach * scimRoutes.length);
});

test.each(scimRoutes)('no one without a token: %s', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const reply = await api.app.inject({
    method: method as 'GET',
    url: `/api/scim/v2${path.replace(':id', 'x').replace('*', 'x')}`,
  });
  expect([401, 429]).toContain(reply.statusCode);
});
