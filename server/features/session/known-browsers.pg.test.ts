import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { lock } from '#server/kit/auth/attempts.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/authenticator.ts';
import { openIdProvider, type TestProvider } from '#server/testing/openid-provider.ts';

const email = 'pt@demo.test';
const office = '10.20.30.40';
let api: TestApi;
let provider: TestProvider;
let phone: Authenticator;

beforeAll(async () => {
  api = await testApi(undefined, { OUTGOING_TO_LOOPBACK: '1' });
  provider = await openIdProvider([`${api.config.publicUrl}/login/sso/demo`]);
  provider.becomes({ subject: 'pt-1', email, email_verified: true });
  const { issuer, clientId, clientSecret } = provider;
  const connection = { Name: 'Riverside', issuer, clientId, clientSecret, domains: ['demo.test'] };
  await api.call('singleSignOn.save', { ...connection, passwordAllowed: true, Enabled: true }, { as: 'super' });
  phone = newAuthenticator(new URL(api.config.publicUrl).origin);
  const question = await api.call('account.startPasskey', { current: cast.password }, { as: 'pt' });
  await api.call('account.addPasskey', { name: 'Phone', passkey: phone.make(question) }, { as: 'pt' });
});
afterEach(() => api.db.owner('delete from login_failures'));
afterAll(async () => {
  await provider.stop();
  await api.close();
});

type From = { remoteAddress?: string; known?: string };
type Reply = Awaited<ReturnType<typeof post>>;
let places = 1;
/** From another address each time, unless said. */
function post(url: string, payload: object, { remoteAddress, known }: From = {}, cookies: Record<string, string> = {}) {
  return api.app.inject({
    method: 'POST',
    url: `/api/session/${url}`,
    payload,
    remoteAddress: remoteAddress ?? `10.9.${Math.floor((places += 1) / 250)}.${(places % 250) + 1}`,
    cookies: { ...cookies, ...(known !== undefined && { mainstay_known: known }) },
  });
}
const cookieOf = (reply: Reply, name: string) => reply.cookies.find((cookie) => cookie.name === name)?.value;
const knownBy = (reply: Reply) => cookieOf(reply, 'mainstay_known') ?? '';

const byPassword = (password: string, from?: From) => post('login', { email, password }, from);
const byPasskey = async (from?: From, change?: { origin: string }) =>
  post('passkey', { passkey: phone.show(await api.call('account.askPasskey', {}), change) }, from);
async function byProvider(from?: From, changed?: string) {
  const started = await post('sso/start', { site: 'demo', returnTo: '/' }, from);
  const answer = changed ?? (await provider.signInAt(started.json<{ address: string }>().address));
  return post('sso/finish', { site: 'demo', answer }, from, { mainstay_sso: cookieOf(started, 'mainstay_sso') ?? '' });
}

const ways: [string, (from?: From) => Promise<Reply>][] = [
  ['a passkey', byPasskey],
  ['single sign-on', byProvider],
];

test.each(ways)('%s is not locked out by wrong passwords, from elsewhere or behind the same address', async (_, by) => {
  for (let turn = 0; turn < lock.limit; turn += 1) {
    await byPassword('wrong');
    await post('login', { email: `guess${turn}@demo.test`, password: 'wrong' }, { remoteAddress: office });
  }
  expect((await byPassword(cast.password, { remoteAddress: office })).statusCode).toBe(429);
  expect((await by({ remoteAddress: office })).statusCode).toBe(200);
});

test.each(ways)('%s makes its browser known: guesses elsewhere lock no password out there', async (_, by) => {
  const known = knownBy(await by());
  for (let turn = 0; turn < lock.limit; turn += 1) await byPassword('wrong');
  expect((await byPassword(cast.password)).statusCode).toBe(429);
  expect((await byPassword(cast.password, { known })).statusCode).toBe(200);
  // Of that person alone.
  await Promise.all(
    Array.from({ length: lock.limit }, () => post('login', { email: 'front@demo.test', password: 'wrong' })),
  );
  const other = { email: 'front@demo.test', password: cast.password };
  expect((await post('login', other, { known })).statusCode).toBe(429);
});

test('a browser keeps its number whichever way people sign in there', async () => {
  const first = knownBy(await byPasskey());
  const second = knownBy(await byProvider({ known: first }));
  const third = knownBy(await byPassword(cast.password, { known: second }));
  expect(new Set([first, second, third].map((cookie) => cookie.split('.')[0])).size).toBe(1);
  expect(third.split('.')[1]).not.toContain('~');
});

test('wrong passkeys and replies lock their own way alone, and not a known browser', async () => {
  const known = knownBy(await byPasskey());
  for (let turn = 0; turn < lock.limit; turn += 1) {
    await byPasskey({ remoteAddress: office }, { origin: 'https://mainstay.example' });
    await byProvider({ remoteAddress: office }, 'code=made-up');
  }
  expect((await byPasskey()).statusCode).toBe(429);
  expect((await byProvider({ remoteAddress: office })).statusCode).toBe(429);
  expect((await byPasskey({ known, remoteAddress: office })).statusCode).toBe(200);
  expect((await byProvider({ known, remoteAddress: office })).statusCode).toBe(200);
  expect((await byPassword(cast.password, { remoteAddress: office })).statusCode).toBe(200);
});

test('a refused sign-in makes no browser known', async () => {
  const replies = [await byPassword('wrong'), await byPasskey({}, { origin: 'https://mainstay.example' })];
  replies.push(await byProvider({}, 'code=made-up'));
  expect(replies.map((reply) => [reply.statusCode, cookieOf(reply, 'mainstay_known')])).toEqual(
    replies.map(() => [401, undefined]),
  );
});
