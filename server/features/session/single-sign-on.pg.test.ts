import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { openIdProvider, type TestProvider } from '#server/testing/openid-provider.ts';

const url = 'http://localhost:3000';
let api: TestApi;
let provider: TestProvider;
beforeAll(async () => {
  provider = await openIdProvider([`${url}/login/sso/demo`, `${url}/login/sso/demo2`]);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  await api?.close();
  api = await testApi(undefined, { OUTGOING_TO_LOOPBACK: '1' });
  await setUp();
  provider.becomes({ subject: 'pt-1', email: 'pt@demo.test', email_verified: true });
}, 120_000);
afterAll(() => api.close());

const connection = () => ({
  Name: 'Riverside',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  domains: ['demo.test'],
  passwordAllowed: true,
  Enabled: true,
});
const setUp = (changes: Partial<ReturnType<typeof connection>> = {}) =>
  api.call('singleSignOn.save', { ...connection(), ...changes }, { as: 'super' });

type Reply = Awaited<ReturnType<TestApi['inject']>>;
const cookieOf = (reply: Reply, name: string) => reply.cookies.find((cookie) => cookie.name === name)?.value ?? '';

async function start(site = 'demo', returnTo = '/patients') {
  const reply = await api.inject('POST', '/api/session/sso/start', { body: { site, returnTo } });
  return { reply, address: reply.json<{ address: string }>().address, attempt: cookieOf(reply, 'mainstay_sso') };
}
const finish = (answer: string, attempt: string, site = 'demo') =>
  api.inject('POST', '/api/session/sso/finish', {
    body: { site, answer },
    headers: { cookie: `mainstay_sso=${attempt}` },
  });
async function signIn(): Promise<Reply> {
  const { address, attempt } = await start();
  return finish(await provider.signInAt(address), attempt);
}

/** What a reply says of a refusal: always the same, whatever was wrong. */
function toldBy(reply: Reply) {
  const { kind, message } = reply.json<{ kind?: string; message?: string }>();
  return { status: reply.statusCode, kind, message, cookie: cookieOf(reply, 'mainstay_refresh') };
}
const refused = {
  status: 401,
  kind: 'signed-out',
  message: expect.stringMatching(/^Single sign-on did not work\./),
  cookie: '',
};

test('who is known by a verified email comes in, with a session like any other', async () => {
  const { reply: started, address } = await start();
  const asked = new URL(address).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  expect(asked.get('redirect_uri')).toBe(`${url}/login/sso/demo`);
  expect(asked.get('state')).toMatch(/.{20,}/);
  expect(asked.get('nonce')).toMatch(/.{20,}/);
  expect(String(started.headers['set-cookie'])).toMatch(
    /mainstay_sso=.*Path=\/api\/session\/sso.*HttpOnly.*SameSite=Strict/,
  );

  const reply = await signIn();
  expect(reply.statusCode).toBe(200);
  const { session, returnTo, deviceSecret } = reply.json();
  expect(session).toMatchObject({ site: 'demo', UserId: cast.users.pt, SuperUser: false });
  expect(returnTo).toBe('/patients');
  expect(deviceSecret).toMatch(/^[\w-]{43}$/);
  const refreshed = await api.inject('POST', '/api/session/refresh', {
    body: {},
    headers: { cookie: `mainstay_refresh=${cookieOf(reply, 'mainstay_refresh')}` },
  });
  expect(refreshed.statusCode).toBe(200);
  const [entry] = await api.db.owner<{ detail: object }>(
    `select detail from audit_entry where action = 'login' and "UserId" = $1 order by id desc limit 1`,
    [cast.users.pt],
  );
  expect(entry?.detail).toEqual({ way: 'single sign-on', issuer: provider.issuer });
  // The same secret at the next sign-in: what a device keeps under it opens again.
  expect((await signIn()).json().deviceSecret).toBe(deviceSecret);
  const stored = await api.db.owner<{ text: string }>(
    `select (select string_agg(d::text, '') from device_secrets d) || (select string_agg(c::text, '') from sso_connections c) as text`,
  );
  expect(stored[0]?.text).not.toContain(deviceSecret);
  expect(stored[0]?.text).not.toContain(provider.clientSecret);
});

test('the subject counts from then on: another email changes nothing, and another subject is not let in by it', async () => {
  expect((await signIn()).statusCode).toBe(200);
  provider.becomes({ subject: 'pt-1', email: 'biller@demo.test', email_verified: true });
  expect((await signIn()).json().session.UserId).toBe(cast.users.pt);
  provider.becomes({ subject: 'pt-2', email: 'pt@demo.test', email_verified: true });
  expect(toldBy(await signIn())).toEqual(refused);
});

test.each([
  ['an email that is not verified', { email: 'pt@demo.test', email_verified: false }],
  ['an email of which nothing is said', { email: 'pt@demo.test' }],
  ['no email', {}],
  ['no one of the site', { email: 'nobody@demo.test', email_verified: true }],
  ['a superuser', { email: 'super@demo.test', email_verified: true }],
  ['another domain', { email: 'pt@elsewhere.example', email_verified: true }],
])('refused: %s', async (_, claims) => {
  provider.becomes({ subject: 'someone', ...claims });
  expect(toldBy(await signIn())).toEqual(refused);
});

test('refused: a disabled user, known or not', async () => {
  expect((await signIn()).statusCode).toBe(200);
  await api.db.owner(`update users set "Disabled" = true where "UserId" = $1`, [cast.users.pt]);
  expect(toldBy(await signIn())).toEqual(refused);
});

test('refused: a reply of before, of another browser, of another attempt, of another site, or too late', async () => {
  const one = await start();
  const answer = await provider.signInAt(one.address);
  expect(toldBy(await finish(answer, ''))).toEqual(refused);
  const other = await start();
  expect(toldBy(await finish(answer, other.attempt))).toEqual(refused);
  expect(toldBy(await finish(answer, one.attempt, 'demo2'))).toEqual(refused);
  expect((await finish(answer, one.attempt)).statusCode).toBe(200);
  expect(toldBy(await finish(answer, one.attempt))).toEqual(refused);
  expect(toldBy(await finish(`${answer}&state=x`, (await start()).attempt))).toEqual(refused);
  const late = await start();
  const reply = await provider.signInAt(late.address);
  expect(toldBy(await finish(reply.replace(/code=[^&]+/, 'code=made-up'), late.attempt))).toEqual(refused);
  const denied = await start();
  const state = new URL(denied.address).searchParams.get('state') ?? '';
  expect(toldBy(await finish(`error=access_denied&state=${state}&iss=${provider.issuer}`, denied.attempt))).toEqual(
    refused,
  );
});

test('refused: the reply of a provider that was mixed up with another, or was changed meanwhile', async () => {
  const mixed = await start();
  const answer = await provider.signInAt(mixed.address);
  expect(toldBy(await finish(answer.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), mixed.attempt))).toEqual(
    refused,
  );
  const changed = await start();
  const reply = await provider.signInAt(changed.address);
  await setUp({ clientId: 'another' });
  expect(toldBy(await finish(reply, changed.attempt))).toEqual(refused);
});

/** A provider that signs whatever it is told to. */
async function lyingProvider(lie: (honest: JWTPayload) => JWTPayload, isForged = false, outage?: 'gone' | 'broken') {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let nonce = '';
  const server = createServer(async (request, reply) => {
    const issuer = `http://${request.headers.host}`;
    reply.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/openid-configuration')
      return reply.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      );
    if (request.url === '/jwks') return reply.end(JSON.stringify({ keys: [jwk] }));
    if (outage === 'gone') return request.socket.destroy();
    if (outage === 'broken') return reply.writeHead(502).end('{}');
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer, aud: 'mainstay', sub: 'pt-1', nonce, iat: now, exp: now + 300 };
    const claims = lie({ ...honest, email: 'pt@demo.test', email_verified: true });
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(isForged ? stranger.privateKey : privateKey);
    return reply.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  await setUp({ issuer, clientId: 'mainstay' });
  const { address, attempt } = await start();
  const asked = new URL(address).searchParams;
  nonce = asked.get('nonce') ?? '';
  const reply = await finish(`code=1&state=${asked.get('state')}`, attempt);
  server.closeAllConnections();
  server.close();
  return reply;
}

test.each<[string, (honest: JWTPayload) => JWTPayload, boolean?]>([
  ['another issuer', (honest) => ({ ...honest, iss: 'https://evil.example' })],
  ['another audience', (honest) => ({ ...honest, aud: 'someone else' })],
  ['several audiences, another meant', (honest) => ({ ...honest, aud: ['mainstay', 'x'], azp: 'x' })],
  ['another nonce', (honest) => ({ ...honest, nonce: 'of another attempt' })],
  ['a token that is over', (honest) => ({ ...honest, exp: (honest.exp ?? 0) - 3_600 })],
  ['a signature of someone else', (honest) => honest, true],
])('refused: an ID token with %s', async (_, lie, isForged) => {
  expect(toldBy(await lyingProvider(lie, isForged))).toEqual(refused);
});

test('the same provider, telling no lie, lets in', async () => {
  expect((await lyingProvider((honest) => honest)).statusCode).toBe(200);
});

test('a provider that is away is told so, and changes nothing', async () => {
  await setUp({ issuer: 'http://localhost:1', clientSecret: 'x' });
  const { reply } = await start();
  expect(reply.statusCode).toBe(503);
});

const failures = () => api.db.owner<{ subject: string }>('select subject from login_failures');

test.each(['gone', 'broken'] as const)(
  'a provider that is %s half-way is told so and counts against no one',
  async (how) => {
    const reply = await lyingProvider((honest) => honest, false, how);
    expect(toldBy(reply)).toMatchObject({
      status: 503,
      kind: 'unavailable',
      message: expect.stringContaining('Try again'),
    });
    expect(await failures()).toEqual([]);
  },
);

test('who cancels at the provider, or comes back in another browser, counts against no one', async () => {
  const { address, attempt } = await start();
  const state = new URL(address).searchParams.get('state') ?? '';
  expect(toldBy(await finish(`error=access_denied&state=${state}&iss=${provider.issuer}`, attempt))).toEqual(refused);
  expect(toldBy(await finish(await provider.signInAt(address), ''))).toEqual(refused);
  expect(await failures()).toEqual([]);
  expect(toldBy(await finish('code=made-up', (await start()).attempt))).toEqual(refused);
  expect(await failures()).toHaveLength(1);
});

test('the log names a first linking, and who did not get in, as far as anyone is known', async () => {
  const told = (action: string) =>
    api.db.owner<{ UserId: string | null; entity: string; detail: object }>(
      `select "UserId", entity, detail from audit_entry where site = 'demo' and action = $1 order by id`,
      [action],
    );
  await signIn();
  await signIn();
  const { issuer } = provider;
  expect(await told('single sign-on linked')).toEqual([
    { UserId: cast.users.pt, entity: 'users', detail: { issuer, subject: 'pt-1' } },
  ]);
  await api.db.owner(`update users set "Disabled" = true where "UserId" = $1`, [cast.users.pt]);
  provider.becomes({ subject: 'pt-1', email: 'gone@demo.test', email_verified: true });
  await signIn();
  provider.becomes({ subject: 'super-1', email: 'Super@demo.test', email_verified: true });
  await signIn();
  provider.becomes({ subject: 'stranger', email: 'stranger@demo.test', email_verified: true });
  await signIn();
  const detail = { way: 'single sign-on', issuer, address: '127.0.0.1' };
  expect(await told('login failed')).toEqual([
    { UserId: cast.users.pt, entity: 'sessions', detail },
    { UserId: cast.users.super, entity: 'sessions', detail },
    { UserId: null, entity: 'singleSignOn', detail },
  ]);
  // Nobody fills the log of a site that has no single sign-on, or of none.
  await finish('code=x', 'made-up', 'demo2');
  await finish('code=x', 'made-up', 'nowhere');
  const elsewhere = await api.db.owner(`select 1 from audit_entry where site <> 'demo' and action = 'login failed'`);
  expect(elsewhere).toEqual([]);
});

test('the log names what a change of the connection changed, never the secret', async () => {
  await setUp({ Enabled: false, domains: ['demo.test', 'other.test'], clientId: 'another' });
  const [entry] = await api.db.owner<{ detail: Record<string, string> }>(
    `select detail from audit_entry where entity = 'singleSignOn' order by id desc limit 1`,
  );
  expect(entry?.detail).toEqual({
    written: 'Enabled, clientId, clientSecret, confirmedDomains, domains',
    issuer: provider.issuer,
    clientId: 'another',
    domains: 'demo.test, other.test',
    confirmed: 'demo.test, other.test',
    password: 'true',
    Enabled: 'false',
  });
});

test('a device secret that another key sealed is replaced, and stays the new one', async () => {
  const before = (await signIn()).json().deviceSecret;
  await api.db.owner(`update device_secrets set "sealedSecret" = reverse("sealedSecret")`);
  const { deviceSecret } = (await signIn()).json();
  expect(deviceSecret).toMatch(/^[\w-]{43}$/);
  expect(deviceSecret).not.toBe(before);
  expect((await signIn()).json().deviceSecret).toBe(deviceSecret);
});

test('a client secret that another key sealed is asked for again, on the screen and at sign-in', async () => {
  await api.db.owner(`update sso_connections set "sealedSecret" = reverse("sealedSecret")`);
  const { reply } = await start();
  expect(toldBy(reply)).toMatchObject({ status: 503, message: expect.stringContaining('client secret') });
  expect((await api.call('singleSignOn.get', {}, { as: 'super' })).connection).toMatchObject({
    isSecretReadable: false,
  });
  const { clientSecret, ...without } = connection();
  await expect(api.call('singleSignOn.save', without, { as: 'super' })).rejects.toMatchObject({
    fields: { clientSecret: 'is needed' },
  });
  const saved = await api.call('singleSignOn.save', { ...without, clientSecret }, { as: 'super' });
  expect(saved.connection).toMatchObject({ isSecretReadable: true });
  expect((await signIn()).statusCode).toBe(200);
});

test('the way is told by the domain alone', async () => {
  const ways = async (email: string) => (await api.inject('POST', '/api/session/sso/ways', { body: { email } })).json();
  expect(await ways('PT@Demo.test')).toEqual({ ways: [{ site: 'demo', name: 'Riverside' }] });
  expect(await ways('nobody@demo.test')).toEqual(await ways('pt@demo.test'));
  expect(await ways('pt@elsewhere.example')).toEqual({ ways: [] });
  await setUp({ Enabled: false });
  expect(await ways('pt@demo.test')).toEqual({ ways: [] });
  expect(toldBy((await start()).reply)).toEqual(refused);
});

test('where passwords do not count they are refused as wrong ones are, but for who could put the setting right', async () => {
  await setUp({ passwordAllowed: false });
  const login = (email: string) =>
    api.inject('POST', '/api/session/login', { body: { email, password: cast.password } });
  const asWrong = await login('pt@demo.test');
  expect(asWrong.json().message).toBe('The email or password is wrong.');
  expect((await login('super@demo.test')).statusCode).toBe(200);
  expect((await login('admin@demo.test')).statusCode).toBe(200);
  await setUp();
  expect((await login('pt@demo.test')).statusCode).toBe(200);
});

test('with another email an account is shown anew who it is at the provider', async () => {
  expect((await signIn()).statusCode).toBe(200);
  await api.call('users.update', { id: cast.users.pt as never, Email: 'moved@demo.test' }, { as: 'super' });
  expect(toldBy(await signIn())).toEqual(refused);
  provider.becomes({ subject: 'pt-1', email: 'moved@demo.test', email_verified: true });
  expect((await signIn()).statusCode).toBe(200);
});

test('a domain counts once a superuser has confirmed it, and every domain is told alike', async () => {
  const save = (as: 'admin' | 'super', domains: string[]) =>
    api.call('singleSignOn.save', { ...connection(), domains }, { as });
  const ways = async (domain: string) =>
    (await api.inject('POST', '/api/session/sso/ways', { body: { email: `x@${domain}` } })).json().ways;
  // People of demo2 have e-mails of its domain; of the other nobody has. The reply shows no difference.
  const { connection: saved } = await save('admin', ['demo.test', 'demo2.test', 'nobody.test']);
  expect(saved).toMatchObject({ domains: ['demo.test', 'demo2.test', 'nobody.test'], confirmedDomains: ['demo.test'] });
  expect(await ways('demo2.test')).toEqual([]);
  expect(await ways('nobody.test')).toEqual([]);
  expect(await ways('demo.test')).toHaveLength(1);
  await api.db.owner(`update users set "Email" = 'pt@nobody.test' where "UserId" = $1`, [cast.users.pt]);
  provider.becomes({ subject: 'pt-1', email: 'pt@nobody.test', email_verified: true });
  expect(toldBy(await signIn())).toEqual(refused);

  const all = ['demo.test', 'demo2.test', 'nobody.test'];
  expect((await save('super', all)).connection).toMatchObject({ confirmedDomains: all });
  expect(await ways('nobody.test')).toHaveLength(1);
  expect((await signIn()).statusCode).toBe(200);
  // What a superuser has confirmed stays when the site's own administrator saves; what was given up waits again.
  expect((await save('admin', ['demo.test', 'demo2.test'])).connection?.confirmedDomains).toEqual(all.slice(0, 2));
  expect((await save('admin', all)).connection?.confirmedDomains).toEqual(all.slice(0, 2));
});

test('only who may do all that others may sets it up, and a kept secret goes to no other provider', async () => {
  await expect(api.call('singleSignOn.get', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
  const { clientSecret: _, ...without } = connection();
  await expect(api.call('singleSignOn.save', without, { as: 'super' })).resolves.toMatchObject({
    redirectUri: `${url}/login/sso/demo`,
    connection: { Name: 'Riverside' },
  });
  await expect(
    api.call('singleSignOn.save', { ...without, issuer: 'https://evil.example' }, { as: 'super' }),
  ).rejects.toMatchObject({ kind: 'invalid', fields: { clientSecret: 'is needed' } });
  await api.db.owner(
    `update users set "individualPermissions" = array['access company', 'manage company settings'] where "UserId" = $1`,
    [cast.users.front],
  );
  await api.db.owner(`select pg_notify('mainstay_change', 'rights ' || $1)`, [cast.users.front]);
  await expect
    .poll(() =>
      api.call('singleSignOn.get', {}, { as: 'front' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(api.call('singleSignOn.save', connection(), { as: 'front' })).rejects.toMatchObject({
    message: expect.stringContaining('have more rights than you'),
  });
  await expect(api.call('singleSignOn.get', {}, { as: 'super', site: 'demo2' })).resolves.toMatchObject({
    connection: null,
  });
});

test('the test of a connection says what it found', async () => {
  const tried = (issuer: string) => api.call('singleSignOn.test', { issuer }, { as: 'super' });
  expect(await tried(provider.issuer)).toMatchObject({ answers: true });
  expect(await tried('http://localhost:1')).toMatchObject({ answers: false });
  expect(await tried('https://10.0.0.1')).toMatchObject({
    answers: false,
    sentence: 'This address is not on the public internet, so Mainstay can’t use it.',
  });
});
