import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { accountSubject } from '#server/kit/auth/attempts.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { appCode } from '#server/testing/app-code.ts';
import { newAuthenticator } from '#server/testing/authenticator.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const as = 'pt';
const subject = accountSubject('pt@demo.test');
const fail = async (times: number) => {
  for (let time = 0; time < times; time += 1) await api.db.owner(`select login_failed($1)`, [subject]);
};
const counted = async () => {
  const [row] = await api.db.owner<{ count: string }>(
    `select login_failures_since($1, now() - interval '1 hour') as count`,
    [subject],
  );
  return Number(row?.count);
};
const clear = () => api.db.owner(`select login_succeeded($1)`, [subject]);

const proofs: [string, () => Promise<unknown>][] = [
  ['the password', () => api.call('account.startPasskey', { current: cast.password }, { as })],
  [
    'a passkey',
    async () => {
      const made = newAuthenticator(new URL(api.config.publicUrl).origin);
      const question = await api.call('account.startPasskey', { current: cast.password }, { as });
      await api.call('account.addPasskey', { name: 'Phone', passkey: made.make(question) }, { as });
      const passkey = made.show(await api.call('account.askOwnPasskey', {}, { as }));
      await api.call('account.startPasskey', { passkey }, { as });
      await api.db.owner(`delete from passkeys`);
    },
  ],
  [
    'a code of an app',
    async () => {
      const { key } = await api.call('account.startSecondFactor', { current: cast.password }, { as });
      await api.call('account.confirmSecondFactor', { code: appCode(key) }, { as });
      await api.db.owner(`delete from second_factors`);
    },
  ],
];

const signIn = async () => {
  const payload = { email: 'pt@demo.test', password: cast.password, site: 'demo' };
  const reply = await api.app.inject({ method: 'POST', url: '/api/session/login', payload });
  expect(reply.statusCode).toBe(200);
};

test.each(proofs)('%s shown by whoever is signed in leaves the count of failed sign-ins', async (_, prove) => {
  await fail(5);
  await prove();
  expect(await counted()).toBe(5);
  await clear();
});

test('a sign-in sets the count of failures back for who has the email alone', async () => {
  await fail(5);
  await signIn();
  expect(await counted()).toBe(0);
});

test('a sign-in of somebody whose email another site has too leaves the count of failures', async () => {
  const change = `update users set "Email" = $1 where site = 'demo2'
    and "UserId" = (select "UserId" from users where site = 'demo2' order by "UserId" limit 1) returning "Email"`;
  const [before] = await api.db.owner<{ Email: string }>(
    `select "Email" from users where site = 'demo2' order by "UserId" limit 1`,
  );
  await api.db.owner(change, ['pt@demo.test']);
  await fail(5);
  await signIn();
  expect(await counted()).toBe(5);
  await clear();
  await api.db.owner(change, [before?.Email]);
});
