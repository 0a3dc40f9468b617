import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const password = 'correct horse battery staple';
const user = { site: 'demo', UserId: cast.users.front as string };

/** Sends a link and reads its token from the mail, as the person would. */
async function linkFor(kind: 'invite' | 'reset' | 'verify', whose = user): Promise<string> {
  await api.db.tx(siteAlone(whose.site), (tx) => sendAccountLink(tx, { user: whose, kind }));
  const { mails } = await api.call('mail.list', {}, { as: 'super' });
  return /account\/link#(\S+)/.exec(mails[0]?.body ?? '')?.[1] ?? '';
}
const login = (email: string, typed: string) =>
  api.app.inject({ method: 'POST', url: '/api/session/login', payload: { email, password: typed } });

describe('a link to one’s own account', () => {
  test('sets the password of who was invited, once, and ends every session', async () => {
    const before = await login('front@demo.test', cast.password);
    const { token: bearer } = before.json<{ token: string }>();
    const token = await linkFor('invite');
    expect(await api.call('account.readLink', { token })).toMatchObject({
      kind: 'invite',
      Email: 'front@demo.test',
      name: 'Fern Delacroix',
      hasSecondFactor: false,
    });
    expect(await api.call('account.useLink', { token, password })).toEqual({
      kind: 'invite',
      Email: 'front@demo.test',
    });
    expect((await login('front@demo.test', cast.password)).statusCode).toBe(401);
    expect((await login('front@demo.test', password)).statusCode).toBe(200);
    const setup = () =>
      api.app.inject({ url: '/api/setup', headers: { authorization: `Bearer ${bearer}`, 'x-site-key': 'demo' } });
    await expect.poll(async () => (await setup()).statusCode).toBe(401);
    await expect(api.call('account.useLink', { token, password })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(api.call('account.readLink', { token })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('stays open when the password is too short', async () => {
    const token = await linkFor('reset');
    await expect(api.call('account.useLink', { token, password: 'too short' })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { password: expect.stringContaining('at least 15 characters') },
    });
    expect(await api.call('account.useLink', { token, password })).toMatchObject({ kind: 'reset' });
  });

  test('for a new password says how many passkeys still open the account, and removes them if told', async () => {
    const hold = () =>
      api.db.owner(
        `insert into passkeys (site, "PasskeyId", "UserId", "credentialId", "publicKey", name)
         select 'demo', gen_random_uuid(), id, gen_random_uuid()::text, 'x', 'Phone' from unnest($1::uuid[]) id`,
        [[user.UserId, user.UserId, cast.users.pta]],
      );
    const left = (id: string) => api.db.owner(`select 1 from passkeys where "UserId" = $1`, [id]);
    const mails = () =>
      api.db.owner<{ subject: string; body: string }>(
        `select subject, body from outgoing_mail where "UserId" = $1 order by at desc limit 1`,
        [user.UserId],
      );
    await hold();
    const kept = await linkFor('reset');
    expect((await mails())[0]?.body).toContain('2 passkeys still open your account without the password');
    expect(await api.call('account.readLink', { token: kept })).toMatchObject({ passkeys: 2 });
    await api.call('account.useLink', { token: kept, password, removePasskeys: false });
    expect(await left(user.UserId)).toHaveLength(2);

    const token = await linkFor('reset');
    await api.call('account.useLink', { token, password, removePasskeys: true });
    expect([await left(user.UserId), (await left(cast.users.pta)).length]).toEqual([[], 1]);
    expect((await mails())[0]).toMatchObject({
      subject: expect.stringContaining('Your passkeys were removed'),
      body: expect.stringContaining('2 passkeys were removed'),
    });
    const audited = await api.db.owner(
      `select detail from audit_entry where "UserId" = $1 and action = 'passkeys removed'`,
      [user.UserId],
    );
    expect(audited).toEqual([{ detail: { passkeys: '2' } }]);
    const verify = await linkFor('verify');
    expect(await api.call('account.readLink', { token: verify })).toMatchObject({ passkeys: 0 });
    await api.db.owner(`delete from passkeys`);
  });

  test('that only confirms the email changes no password', async () => {
    const token = await linkFor('verify');
    await api.call('account.useLink', { token, password: 'another one, long enough' });
    expect((await login('front@demo.test', password)).statusCode).toBe(200);
    const [row] = await api.db.owner(`select "EmailVerifiedAt" from users where site = 'demo' and "UserId" = $1`, [
      user.UserId,
    ]);
    expect(row?.['EmailVerifiedAt']).not.toBeNull();
  });

  test('is replaced by a newer one of its kind', async () => {
    const first = await linkFor('reset');
    const second = await linkFor('reset');
    await expect(api.call('account.readLink', { token: first })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await api.call('account.readLink', { token: second })).toMatchObject({ kind: 'reset' });
  });

  test.each([
    ['late', `update account_links set "expiresAt" = now() - interval '1 second' where "endedAt" is null`],
    ['of a disabled user', `update users set "Disabled" = true where site = 'demo' and "UserId" = '${user.UserId}'`],
  ])('that is %s is the same as none', async (_why, change) => {
    const token = await linkFor('reset');
    await api.db.owner(change);
    await expect(api.call('account.useLink', { token, password })).rejects.toMatchObject({
      kind: 'not-found',
      message: 'This link no longer works. It may have been used already, or a newer one was sent.',
    });
    await api.db.owner(`update users set "Disabled" = false where site = 'demo' and "UserId" = $1`, [user.UserId]);
  });

  test.each([
    '',
    'x',
    'demo.x.y',
    `demo.${crypto.randomUUID()}.${'a'.repeat(43)}`,
    `nowhere.${crypto.randomUUID()}.${'a'.repeat(43)}`,
  ])('that was invented (%s) is the same as none', async (token) => {
    await expect(api.call('account.readLink', { token })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('is kept as a hash, and its secret is in the mail alone', async () => {
    const secret = (await linkFor('reset')).split('.')[2] ?? '';
    const links = await api.db.owner(`select * from account_links`);
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(links)).not.toContain(secret);
  });
});

describe('the mail page', () => {
  test('shows what was written, but no link of someone who may do more than the reader', async () => {
    await linkFor('reset', { site: 'demo', UserId: cast.users.super });
    const seenBy = async (as: 'admin' | 'super') =>
      (await api.call('mail.list', {}, { as })).mails.map((mail) => mail.to);
    expect(await seenBy('super')).toContain('super@demo.test');
    expect(await seenBy('admin')).toContain('front@demo.test');
    expect(await seenBy('admin')).not.toContain('super@demo.test');
    await api.db.owner(
      `update users set "individualPermissions" = array_append("individualPermissions", 'has emergency access')
       where site = 'demo' and "UserId" = $1`,
      [cast.users.biller],
    );
    await linkFor('reset', { site: 'demo', UserId: cast.users.biller });
    expect(await seenBy('super')).toContain('biller@demo.test');
    expect(await seenBy('admin')).not.toContain('biller@demo.test');
    await expect(api.call('mail.list', {}, { as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
    expect((await api.call('mail.list', {}, { as: 'admin', site: 'demo2' })).mails).toEqual([]);
  });
});
