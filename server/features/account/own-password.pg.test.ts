import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function login(email: string, password: string = cast.password) {
  const payload = { email, password };
  const reply = await api.app.inject({ method: 'POST', url: '/api/session/login', payload });
  const { token } = reply.json<{ token: string }>();
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
  const setup = () => api.app.inject({ url: '/api/setup', headers });
  const change = (current: string, next: string) =>
    api.app.inject({ method: 'POST', url: '/api/account/password', headers, payload: { current, next } });
  return { status: reply.statusCode, setup, change };
}

const next = 'seven otters under the pier';

test('a new password ends every other session and every open link, and is audited', async () => {
  const [here, there] = [await login('pt@demo.test'), await login('pt@demo.test')];
  expect((await here.change(cast.password, next)).json()).toEqual({ changed: true });
  await expect.poll(async () => (await there.setup()).statusCode).toBe(401);
  expect((await here.setup()).statusCode).toBe(200);
  expect((await login('pt@demo.test')).status).toBe(401);
  expect((await login('pt@demo.test', next)).status).toBe(200);
  const audit = await api.db.owner(`select action from audit_entry where entity = 'users' and pk = $1 order by id`, [
    cast.users.pt,
  ]);
  expect(audit).toEqual([{ action: 'change password' }, { action: 'login failed' }]);
});

test.each([
  ['too short', 'current', 'short'],
  ['guessable', 'current', 'Fern-Delacroix-2026'],
])('one that is %s changes nothing', async (_why, _field, weak) => {
  const reply = await (await login('front@demo.test')).change(cast.password, weak);
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([422, ['next']]);
  expect((await login('front@demo.test')).status).toBe(200);
});

test('wrong guesses elsewhere keep nobody who is signed in from changing their password', async () => {
  const here = await login('biller@demo.test');
  for (let time = 0; time < 11; time += 1) await login('biller@demo.test', 'a guess');
  expect((await login('biller@demo.test')).status).toBe(429);
  expect((await here.change(cast.password, next)).json()).toEqual({ changed: true });
  await api.db.owner('delete from login_failures');
});

test('the wrong present password is refused; after ten this sign-in ends, and no other and no sign-in waits', async () => {
  const [here, there] = [await login('pta@demo.test'), await login('pta@demo.test')];
  for (let time = 0; time < 9; time += 1) {
    const wrong = await here.change('not the password', next);
    expect([wrong.statusCode, wrong.json().fields.current]).toEqual([422, 'This is not your current password.']);
  }
  expect((await there.change('not the password', next)).statusCode).toBe(422);
  expect((await here.setup()).statusCode).toBe(200);
  await here.change('not the password', next);
  await expect.poll(async () => (await here.setup()).statusCode).toBe(401);
  expect((await here.change(cast.password, next)).statusCode).toBe(401);
  expect([(await there.setup()).statusCode, (await login('pta@demo.test')).status]).toEqual([200, 200]);
  const audit = await api.db.owner(`select "UserId" from audit_entry where action = 'guessed sign-in'`);
  expect(audit).toEqual([{ UserId: cast.users.pta }]);
});

test('the right one sets the count of wrong ones back', async () => {
  const here = await login('pta@demo.test');
  for (let time = 0; time < 18; time += 1) {
    const current = time === 9 ? cast.password : 'not the password';
    expect((await here.change(current, 'short')).statusCode).toBe(422);
  }
  expect((await here.setup()).statusCode).toBe(200);
});

test('a superuser away in another site changes the password they have at home', async () => {
  const home = await api.app.inject({
    method: 'POST',
    url: '/api/session/login',
    payload: { email: 'super@demo.test', password: cast.password },
  });
  const chosen = await api.app.inject({
    method: 'POST',
    url: '/api/session/site',
    headers: { authorization: `Bearer ${home.json().token}`, 'x-site-key': 'demo' },
    payload: { site: 'demo2' },
  });
  const headers = { authorization: `Bearer ${chosen.json().token}`, 'x-site-key': 'demo2' };
  expect((await api.app.inject({ url: '/api/account', headers })).json()).toMatchObject({ Email: 'super@demo.test' });
  const payload = { current: cast.password, next };
  const changed = await api.app.inject({ method: 'POST', url: '/api/account/password', headers, payload });
  expect(changed.statusCode).toBe(200);
  expect((await login('super@demo.test', next)).status).toBe(200);
  expect((await api.app.inject({ url: '/api/account', headers })).statusCode).toBe(200);
});
