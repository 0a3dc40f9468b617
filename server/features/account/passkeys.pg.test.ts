import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasskeyAssertion, Proof } from '#contract/account/passkey.ts';
import { cast } from '#server/demo/cast.ts';
import type { DemoUserName } from '#server/demo/cast.ts';
import { lock } from '#server/kit/auth/attempts.ts';
import { challengeMs, newChallenge } from '#server/kit/auth/passkeys/challenge.ts';
import { handleOf } from '#server/kit/auth/passkeys/handle.ts';
import { testApi, type Site, type TestApi } from '#server/testing/api.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/authenticator.ts';

let api: TestApi;
let origin = '';
beforeAll(async () => {
  api = await testApi();
  origin = new URL(api.config.publicUrl).origin;
});
afterAll(() => api.close());

const current = cast.password;
let place = 1;
const shown = (passkey: PasskeyAssertion, remoteAddress = `10.2.1.${(place += 1)}`) =>
  api.app.inject({ remoteAddress, method: 'POST', url: '/api/session/passkey', payload: { passkey } });
const ask = () => api.call('account.askPasskey', {});

async function add(
  as: DemoUserName,
  { site = 'demo', name = 'Phone', proof = { current } }: { site?: Site; name?: string; proof?: Proof } = {},
): Promise<Authenticator> {
  const made = newAuthenticator(origin);
  const question = await api.call('account.startPasskey', proof, { as, site });
  await api.call('account.addPasskey', { name, passkey: made.make(question) }, { as, site });
  return made;
}

async function actionsOf(UserId: string): Promise<string[]> {
  const rows = await api.db.owner<{ action: string }>(
    `select action from audit_entry where "UserId" = $1 order by id`,
    [UserId],
  );
  return rows.map((row) => row.action);
}

test('is added after the password, signs in without a second step, is renamed and removed', async () => {
  await expect(api.call('account.startPasskey', { current: 'guess' }, { as: 'pt' })).rejects.toMatchObject({
    fields: { current: 'This is not your current password.' },
  });
  await expect(api.call('account.startPasskey', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'invalid' });
  const phone = await add('pt');
  await api.db.owner(
    `insert into second_factors (site, "UserId", "sealedKey", "confirmedAt") values ('demo', $1, 'x', now())`,
    [cast.users.pt],
  );
  const question = await ask();
  expect(question).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const reply = await shown(phone.show(question));
  expect(reply.json()).toMatchObject({ site: 'demo', UserId: cast.users.pt });
  expect(reply.cookies).toMatchObject([
    { name: 'mainstay_refresh', httpOnly: true },
    { name: 'mainstay_known', httpOnly: true },
  ]);
  await api.db.owner(`delete from second_factors`);

  const { passkeys } = await api.call('account.passkeys', {}, { as: 'pt' });
  expect(passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(String) }]);
  const id = passkeys[0]?.PasskeyId ?? '';
  const renamed = await api.call('account.renamePasskey', { id, name: 'Old phone' }, { as: 'pt' });
  expect(renamed.passkeys).toMatchObject([{ name: 'Old phone' }]);
  await expect(api.call('account.renamePasskey', { id, name: 'Mine' }, { as: 'front' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(api.call('account.removePasskey', { id, current }, { as: 'front' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(api.call('account.removePasskey', { id }, { as: 'pt' })).rejects.toMatchObject({ kind: 'invalid' });
  expect(await api.call('account.removePasskey', { id, current }, { as: 'pt' })).toEqual({ passkeys: [] });
  expect((await shown(phone.show(await ask()))).statusCode).toBe(401);
  expect(await actionsOf(cast.users.pt)).toEqual(
    expect.arrayContaining(['passkey added', 'login', 'passkey renamed', 'passkey removed']),
  );
  const mails = await api.db.owner<{ subject: string }>(`select subject from outgoing_mail where "UserId" = $1`, [
    cast.users.pt,
  ]);
  expect(mails.map((mail) => mail.subject)).toEqual([
    expect.stringContaining('A passkey was added'),
    expect.stringContaining('A passkey was removed'),
  ]);
});

test('a passkey shown anew stands for the password, but not that of someone else', async () => {
  const first = await add('biller');
  const question = await api.call('account.askOwnPasskey', {}, { as: 'biller' });
  expect(question.allowCredentials).toHaveLength(1);
  const proof = { passkey: first.show(question) };
  const second = await add('biller', { name: 'Key', proof });
  // Once only, and not for another end.
  await expect(api.call('account.startPasskey', proof, { as: 'biller' })).rejects.toMatchObject({ kind: 'invalid' });
  const forSignIn = { passkey: first.show(await ask()) };
  await expect(api.call('account.startPasskey', forSignIn, { as: 'biller' })).rejects.toMatchObject({
    kind: 'invalid',
  });
  const other = await add('front');
  const theirs = await api.call('account.askOwnPasskey', {}, { as: 'biller' });
  await expect(
    api.call('account.startPasskey', { passkey: other.show(theirs) }, { as: 'biller' }),
  ).rejects.toMatchObject({ kind: 'invalid' });
  expect((await shown(second.show(await ask()))).statusCode).toBe(200);
  await api.db.owner(`delete from passkeys`);
});

test('an attestation counts once, for its person, sign-in, address and time, and only with its owner asked', async () => {
  const made = newAuthenticator(origin);
  const question = await api.call('account.startPasskey', { current }, { as: 'pta' });
  const refused = async (passkey: ReturnType<typeof made.make>, as: DemoUserName = 'pta') =>
    expect(api.call('account.addPasskey', { name: 'Key', passkey }, { as })).rejects.toMatchObject({ kind: 'invalid' });
  await refused(made.make(question, { origin: 'https://mainstay.example' }));
  await refused(made.make(question, { rpId: 'mainstay.example' }));
  await refused(made.make(question, { isVerified: false }));
  await refused(made.make(question), 'front');
  await refused(made.make({ ...question, challenge: (await ask()).challenge }));
  const [first = ''] = question.challenge;
  await refused(made.make({ ...question, challenge: (first === 'A' ? 'B' : 'A') + question.challenge.slice(1) }));
  const passkey = made.make(question);
  await api.call('account.addPasskey', { name: 'Key', passkey }, { as: 'pta' });
  await expect(api.call('account.addPasskey', { name: 'Key', passkey }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'conflict',
  });
  const again = await api.call('account.startPasskey', { current }, { as: 'pta' });
  expect(again.excludeCredentials).toMatchObject([{ id: passkey.id, transports: ['internal'] }]);
  await api.db.owner(`delete from passkeys`);
});

test('every wrong assertion gets the same answer, and that answer says nothing of accounts', async () => {
  const phone = await add('pta');
  const stranger = newAuthenticator(origin);
  const late = newChallenge(api.key, 'sign in', Date.now() - challengeMs);
  const question = await ask();
  const right = phone.show(question);
  const { signature } = phone.show(question).response;
  const inDemo2 = Buffer.from(handleOf({ site: 'demo2', UserId: cast.users.pta })).toString('base64url');
  const anothers = Buffer.from(handleOf({ site: 'demo', UserId: cast.users.front })).toString('base64url');
  const wrongs = {
    unknown: stranger.show(question, { userHandle: right.response.userHandle ?? '' }),
    signature: { ...right, response: { ...right.response, signature } },
    origin: phone.show(question, { origin: 'https://mainstay.example' }),
    rpId: phone.show(question, { rpId: 'mainstay.example' }),
    unverified: phone.show(question, { isVerified: false }),
    late: phone.show({ ...question, challenge: Buffer.from(late).toString('base64url') }),
    invented: phone.show({ ...question, challenge: 'AAAA' }),
    site: phone.show(question, { userHandle: inDemo2 }),
    owner: phone.show(question, { userHandle: anothers }),
    unreadable: phone.show(question, { userHandle: 'AAAA' }),
  };
  const answers = new Set<string>();
  for (const [what, assertion] of Object.entries(wrongs)) {
    const reply = await shown(assertion);
    expect([what, reply.statusCode, reply.cookies]).toEqual([what, 401, []]);
    answers.add(reply.json().message);
  }
  const used = phone.show(question);
  expect((await shown(used)).statusCode).toBe(200);
  answers.add((await shown(used)).json().message);
  await api.db.owner(`update users set "Disabled" = true where "UserId" = $1`, [cast.users.pta]);
  answers.add((await shown(phone.show(await ask()))).json().message);
  await api.db.owner(`update users set "Disabled" = false where "UserId" = $1`, [cast.users.pta]);
  await api.db.owner(
    `insert into sso_connections (site, "Name", issuer, "clientId", "sealedSecret", domains, "confirmedDomains", "passwordAllowed", "Enabled")
     values ('demo', 'Clinic', 'https://idp.example', 'x', 'x', '{demo.test}', '{demo.test}', false, true)`,
  );
  answers.add((await shown(phone.show(await ask()))).json().message);
  await api.db.owner(`delete from sso_connections`);
  expect([...answers]).toEqual([expect.stringContaining('This passkey doesn’t work here.')]);
  await api.db.owner(`delete from login_failures`);
  await api.db.owner(`delete from passkeys`);
});

test('a counter that goes back is a copy: refused and in the audit log', async () => {
  const phone = await add('front');
  expect((await shown(phone.show(await ask(), { counter: 7 }))).statusCode).toBe(200);
  expect((await shown(phone.show(await ask(), { counter: 7 }))).statusCode).toBe(401);
  expect((await shown(phone.show(await ask(), { counter: 0 }))).statusCode).toBe(401);
  expect((await shown(phone.show(await ask(), { counter: 8 }))).statusCode).toBe(200);
  expect((await actionsOf(cast.users.front)).filter((action) => action === 'copied passkey')).toHaveLength(2);
  await api.db.owner(`delete from login_failures`);
  await api.db.owner(`delete from passkeys`);
});

test('one that shows a challenge many times at once gets in once', async () => {
  const phone = await add('front');
  const once = phone.show(await ask());
  const replies = await Promise.all(Array.from({ length: 6 }, () => shown(once)));
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
  await api.db.owner(`delete from login_failures`);
  await api.db.owner(`delete from passkeys`);
});

test('a locked account and a locked address wait, also with the right passkey; a blocked address gets nothing', async () => {
  const phone = await add('front');
  const fail = async (remoteAddress?: string) =>
    shown(phone.show(await ask(), { origin: 'https://mainstay.example' }), remoteAddress);
  for (let count = 0; count < lock.limit; count += 1) await fail();
  const locked = await shown(phone.show(await ask()));
  expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect((await actionsOf(cast.users.front)).filter((action) => action === 'login failed').length).toBeGreaterThan(5);
  await api.db.owner(`delete from login_failures`);
  for (let count = 0; count < lock.limit; count += 1) await fail('10.9.9.9');
  await api.db.owner(`delete from login_failures where subject like 'passkey:account:%'`);
  expect((await shown(phone.show(await ask()), '10.9.9.9')).statusCode).toBe(429);
  expect((await shown(phone.show(await ask()))).statusCode).toBe(200);
  await api.db.owner(
    `update sites set settings = settings || '{"allowed_addresses": ["192.0.2.0/24"]}' where site = 'demo'`,
  );
  const blocked = await shown(phone.show(await ask()));
  await api.db.owner(`update sites set settings = settings - 'allowed_addresses' where site = 'demo'`);
  expect([blocked.statusCode, blocked.json().message]).toEqual([403, 'IP blocked']);
  await api.db.owner(`delete from login_failures`);
  await api.db.owner(`delete from passkeys`);
});
