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
  message: expect.stringMatching(/^Signing in that way did not work\./),
  cookie: '',
};

test('who is known by a verified e-mail comes in, with a session like any other', async () => {
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

test('the subject counts from then on: another e-mail changes nothing, and another subject is not let in by it', async () => {
  expect((await signIn()).statusCode).toBe(200);
  provider.becomes({ subject: 'pt-1', email: 'biller@demo.test', email_verified: true });
  expect((await signIn()).json().session.UserId).toBe(cast.users.pt);
  provider.becomes({ subject: 'pt-2', email: 'pt@demo.test', email_verified: true });
  expect(toldBy(await signIn())).toEqual(refused);
});

test.each([
  ['an e-mail that is not verified', { email: 'pt@demo.test', email_verified: false }],
  ['an e-mail of which nothing is said', { email: 'pt@demo.test' }],
  ['no e-mail', {}],
  ['nobody of the site', { email: 'nobody@demo.test', email_verified: true }],
  ['a superuser', { email: 'super@demo.test', email_verified: true }],
  ['another domain', { email: 'pt@elsewhere.example', email_verified: true }],
])('refused: %s', async (_, claims) => {
  provider.becomes({ subject: 'somebody', ...claims });
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
async function lyingProvider(lie: (honest: JWTPayload) => JWTPayload, isForged = false) {
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
  ['another audience', (honest) => ({ ...honest, aud: 'somebody else' })],
  ['several audiences, another meant', (honest) => ({ ...honest, aud: ['mainstay', 'x'], azp: 'x' })],
  ['another nonce', (honest) => ({ ...honest, nonce: 'of another attempt' })],
  ['a token that is over', (honest) => ({ ...honest, exp: (honest.exp ?? 0) - 3_600 })],
  ['a signature of somebody else', (honest) => honest, true],
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
  expect(asWrong.json().message).toBe('The e-mail or the password is not right.');
  expect((await login('super@demo.test')).statusCode).toBe(200);
  expect((await login('admin@demo.test')).statusCode).toBe(200);
  await setUp();
  expect((await login('pt@demo.test')).statusCode).toBe(200);
});

test('with another e-mail an account is shown anew who it is at the provider', async () => {
  expect((await signIn()).statusCode).toBe(200);
  await api.call('users.update', { id: cast.users.pt as never, Email: 'moved@demo.test' }, { as: 'super' });
  expect(toldBy(await signIn())).toEqual(refused);
  provider.becomes({ subject: 'pt-1', email: 'moved@demo.test', email_verified: true });
  expect((await signIn()).statusCode).toBe(200);
});

test('a site does not draw people of another one to its provider', async () => {
  const claim = (as: 'admin' | 'super') =>
    api.call('singleSignOn.save', { ...connection(), domains: ['demo.test', 'demo2.test'] }, { as });
  await expect(claim('admin')).rejects.toMatchObject({ message: expect.stringContaining('demo2.test') });
  expect((await claim('super')).connection?.domains).toEqual(['demo.test', 'demo2.test']);
  // What a superuser has added stays when the site's own administrator saves.
  await expect(claim('admin')).resolves.toBeDefined();
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
    message: expect.stringContaining('may do more than you'),
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
    sentence: 'This address is not on the public internet, so Mainstay does not call it.',
  });
});
