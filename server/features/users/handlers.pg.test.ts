import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { everyPermission } from '#server/kit/auth/every-permission.ts';
import { hashPassword } from '#server/kit/auth/password.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const superuser = { as: 'super' } as const;
const { groups, users, facilities } = cast;
type Invited = InputOf<'users.create'>;
let count = 0;
const invited = (more: object = {}): Invited => {
  count += 1;
  const base = { Email: `New.${count}@demo.test`, FirstName: 'Nora', LastName: `Newcomb ${count}`, roles: [] };
  return { ...base, individualPermissions: [], facilityIds: null, provider: null, ...more } as unknown as Invited;
};
const update = (id: string, changes: object, who: { as: 'admin' | 'super' | 'pt' } = admin) =>
  api.call('users.update', { id, ...changes } as InputOf<'users.update'>, who);
const ownCan = async (as: 'front' | 'biller' | 'pt') => (await api.call('session.setup', {}, { as })).currentUser.can;

test('someone is invited with a group, a right of their own and a provider record, and gets one mail', async () => {
  const made = await api.call(
    'users.create',
    invited({
      roles: [groups.Clinician],
      individualPermissions: ['merge patients'],
      facilityIds: [facilities.harborview],
      provider: { NationalProviderId: '1234567893', LicenseNumbersByState: { MA: 'PT777' } },
    }),
    admin,
  );
  expect(made).toMatchObject({
    status: 'invited',
    Email: made.Email.toLowerCase(),
    facilityIds: [facilities.harborview],
  });
  expect(made.can).toEqual(expect.arrayContaining(['merge patients', 'write notes', 'move visits.*']));
  const { providers } = await api.call('providers.list', { providerIds: made.EmployeeId ?? '' }, { as: 'front' });
  expect(providers).toMatchObject([
    {
      UserId: made.UserId,
      FirstName: 'Nora',
      Type: 'PT',
      NotesPermission: 'F',
      LicenseNumbersByState: { MA: 'PT777' },
    },
  ]);
  const mails = await api.db.owner(`select 1 from outgoing_mail where site = 'demo' and "to" = $1`, [made.Email]);
  expect(mails).toHaveLength(1);
  await expect(api.call('users.create', invited({ Email: made.Email.toUpperCase() }), admin)).rejects.toMatchObject({
    kind: 'conflict',
    fields: { Email: expect.any(String) },
  });
});

test('only who manages users may, and no one may give what they do not hold', async () => {
  await expect(api.call('users.list', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(
    api.call('users.create', invited({ individualPermissions: ['has emergency access'] }), admin),
  ).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(
    api.call('users.setRoles', { id: users.front, roles: [groups['Emergency access']] } as never, admin),
  ).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(
    api.call('users.createGroup', { name: 'Too much', permissions: ['request emergency access'] }, admin),
  ).rejects.toMatchObject({ kind: 'no-permission' });
  expect(await ownCan('front')).not.toContain('request emergency access');
  const may = await api.call(
    'users.createGroup',
    { name: 'Enough', permissions: ['request emergency access'] },
    superuser,
  );
  expect(may).toMatchObject({ members: 0 });
  await api.call('users.removeGroup', { id: may.id }, admin);
});

test('groups and rights of one’s own add up in the setup, at once and after every change', async () => {
  const { can } = await update(users.front, { individualPermissions: ['access payer rules', 'edit patients'] });
  await expect.poll(() => ownCan('front')).toEqual(can);
  expect(can).toEqual(expect.arrayContaining(['access payer rules', 'edit patients', 'move visits.checkedIn']));
  const before = (await api.call('users.groups', {}, admin)).permissionGroups.find(
    ({ id }) => id === groups['Front desk'],
  );
  const change = { id: groups['Front desk'], permissions: ['record charges'] } as never;
  await api.call('users.updateGroup', change, admin);
  await expect.poll(() => ownCan('front')).toEqual(['access payer rules', 'edit patients', 'record charges']);
  await update(users.front, { individualPermissions: [] });
  await expect.poll(() => ownCan('front')).toEqual(['record charges']);
  await api.call('users.updateGroup', { id: groups['Front desk'], permissions: before?.permissions } as never, admin);
  await expect.poll(() => ownCan('front')).toEqual(before?.permissions.toSorted());
  const audited = await api.db.owner<{ detail: object }>(
    `select detail from audit_entry where site = 'demo' and entity = 'permissionGroups' and pk = $1 order by id`,
    [groups['Front desk']],
  );
  expect(audited[0]?.detail).toMatchObject({ gained: 'record charges' });
});

test('a disabled user is signed out everywhere at once and may come again when enabled', async () => {
  const { token } = await api.signedIn('biller');
  const asBiller = () =>
    api.inject('GET', '/api/setup', { headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo' } });
  expect((await asBiller()).statusCode).toBe(200);
  expect(await update(users.biller, { Disabled: true })).toMatchObject({ status: 'disabled' });
  await expect.poll(async () => (await asBiller()).statusCode).toBe(401);
  const open = await api.db.owner(`select 1 from sessions where "UserId" = $1 and "endedAt" is null`, [users.biller]);
  expect(open).toEqual([]);
  expect(await update(users.biller, { Disabled: false })).toMatchObject({ status: 'active' });
  const login = { email: 'biller@demo.test', password: cast.password };
  expect((await api.inject('POST', '/api/session/login', { body: login })).statusCode).toBe(200);
  await expect(update(users.admin, { Disabled: true })).rejects.toMatchObject({ kind: 'conflict' });
});

test('the last who can manage users stays so, whatever takes it away', async () => {
  const { permissionGroups } = await api.call('users.groups', {}, superuser);
  const own = permissionGroups.find(({ id }) => id === groups.Administrator);
  const attempts: (() => Promise<unknown>)[] = [
    () => update(users.admin, { Disabled: true }, superuser),
    () => update(users.admin, { roles: [groups.Biller] }, superuser),
    () =>
      api.call('users.updateGroup', { id: groups.Administrator, permissions: ['manage users'] } as never, superuser),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'conflict' });
  // An invited user is not there yet.
  const second = await api.call('users.create', invited({ roles: [groups.Administrator] }), superuser);
  await expect(attempts[1]?.()).rejects.toMatchObject({ kind: 'conflict' });
  await api.db.owner(`update users set "PasswordHash" = 'chosen' where "UserId" = $1`, [second.UserId]);
  expect(await update(users.admin, { roles: [groups.Biller] }, superuser)).not.toMatchObject({
    can: expect.arrayContaining(['manage users']),
  });
  await update(users.admin, { roles: [groups.Administrator] }, superuser);
  await update(second.UserId, { Disabled: true }, superuser);
  expect(own?.permissions).toEqual([...everyPermission]);
});

test('two managers who disable each other at the same moment do not both succeed', async () => {
  const second = await api.call('users.create', invited({ roles: [groups.Administrator] }), superuser);
  await api.db.owner(`update users set "PasswordHash" = 'chosen' where "UserId" = $1`, [second.UserId]);
  const ends = await Promise.allSettled([
    update(users.admin, { roles: [] }, superuser),
    update(second.UserId, { roles: [] }, superuser),
  ]);
  expect(ends.map((end) => end.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await update(users.admin, { roles: [groups.Administrator] }, superuser);
  await update(second.UserId, { Disabled: true }, superuser);
});

test('an account that may do more than one’s own is not taken over by its email', async () => {
  for (const changes of [{ Email: 'mine@demo.test' }, { Disabled: true }, { FirstName: 'Sue' }])
    await expect(update(users.super, changes)).rejects.toMatchObject({ kind: 'no-permission' });
  const strong = await api.call('users.create', invited({ roles: [groups['Emergency access']] }), superuser);
  await expect(update(strong.UserId, { Email: 'mine@demo.test' })).rejects.toMatchObject({ kind: 'no-permission' });
  expect(await update(strong.UserId, { LastName: 'Strong' })).toMatchObject({ LastName: 'Strong' });
});

test('an account is not made small to be taken over', async () => {
  const strong = await api.call('users.create', invited({ roles: [groups['Emergency access']] }), superuser);
  for (const changes of [{ roles: [] }, { roles: [], individualPermissions: [] }])
    await expect(update(strong.UserId, changes)).rejects.toMatchObject({
      kind: 'no-permission',
      message: expect.stringContaining('You can’t stop others'),
    });
});

test('a link read before its owner was given more opens nothing afterwards', async () => {
  const made = await api.call('users.create', invited({}), admin);
  await update(made.UserId, { roles: [groups.Biller] });
  const links = await api.db.owner(`select "endedWhy" from account_links where "UserId" = $1 order by "createdAt"`, [
    made.UserId,
  ]);
  expect(links).toEqual([{ endedWhy: 'replaced' }, { endedWhy: null }]);
});

test('with a new email the links that went to the former one end', async () => {
  const made = await api.call('users.create', invited({}), admin);
  const to = `moved.${count}@demo.test`;
  await update(made.UserId, { Email: to });
  const links = await api.db.owner(
    `select kind, "endedWhy" from account_links where "UserId" = $1 order by "createdAt"`,
    [made.UserId],
  );
  expect(links).toEqual([
    { kind: 'invite', endedWhy: 'replaced' },
    { kind: 'invite', endedWhy: null },
  ]);
  expect(await api.db.owner(`select 1 from outgoing_mail where "to" = $1`, [to])).toHaveLength(1);
});

test('the device of someone who sees other facilities from now on starts anew', async () => {
  const device = crypto.randomUUID() as never;
  const pull = (cookie: string | null) => api.call('sync.pull', { device, cookie, more: null }, { as: 'front' });
  const { cookie } = await pull(null);
  expect((await pull(cookie)).reset).toBe(false);
  await update(users.front, { facilityIds: [facilities.harborview] });
  await expect.poll(async () => (await pull(cookie)).reset).toBe(true);
  await update(users.front, { facilityIds: null });
});

test('who sees some facilities shows others no more than those', async () => {
  // Every process hears of it once it is committed, this one too.
  const seen = async () => (await api.call('session.setup', {}, admin)).currentUser.facilityIds;
  await update(users.admin, { facilityIds: [facilities.harborview] }, superuser);
  await expect.poll(seen).toEqual([facilities.harborview]);
  await expect(update(users.front, { facilityIds: [facilities.riverside] })).resolves.toMatchObject({
    facilityIds: [facilities.riverside],
  });
  for (const facilityIds of [null, [facilities.harborview, facilities.riverside]])
    await expect(api.call('users.create', invited({ facilityIds }), admin)).rejects.toMatchObject({
      kind: 'no-permission',
    });
  await update(users.front, { facilityIds: null }, superuser);
  await update(users.admin, { facilityIds: null }, superuser);
  await expect.poll(seen).toBeNull();
});

test.each([
  ['a group of another site', { roles: [crypto.randomUUID()] }, 'not-found'],
  ['a facility of no one', { facilityIds: [crypto.randomUUID()] }, 'not-found'],
  ['no facility at all', { facilityIds: [] }, 'invalid'],
  ['a permission that does not exist', { individualPermissions: ['access everything'] }, 'invalid'],
  ['a pattern instead of a permission', { individualPermissions: ['access %'] }, 'invalid'],
  ['a wrong NPI', { provider: { NationalProviderId: '1234567890' } }, 'invalid'],
])('%s is refused and no one is invited', async (_, more, kind) => {
  const input = invited(more);
  await expect(api.call('users.create', input, admin)).rejects.toMatchObject({ kind });
  expect(await api.db.owner(`select 1 from users where "Email" = lower($1)`, [input.Email])).toEqual([]);
});

test('one’s own name is the provider’s name too', async () => {
  await api.call('users.updateSelf', { FirstName: 'May' }, { as: 'pt' });
  const { currentUser } = await api.call('session.setup', {}, { as: 'pt' });
  expect(currentUser).toMatchObject({ FirstName: 'May', provider: { FirstName: 'May' } });
  await api.call('users.updateSelf', { FirstName: 'Maya' }, { as: 'pt' });
});

test('every device is told who may cosign, so that it asks nobody who cannot', async () => {
  const cosigns = async () => {
    const { users } = await api.call('session.setup', {}, { as: 'pta' });
    return new Map(users.map((user) => [String(user.UserId), user.cosigns]));
  };
  const before = await cosigns();
  expect([...before.values()].filter((told) => told === undefined)).toEqual([]);
  const { pt, pta, super: superuser } = cast.users;
  expect([pt, pta, superuser].map((id) => before.get(id))).toEqual([true, false, true]);
  await api.db.owner(`update users set can = array_remove(can, 'cosign notes') where "UserId" = $1`, [pt]);
  expect((await cosigns()).get(pt)).toBe(false);
  await api.db.owner(`update users set can = can || array['cosign notes'] where "UserId" = $1`, [pt]);
});

test('groups come by name, and a name or a group in use is refused', async () => {
  const { permissionGroups } = await api.call('session.setup', {}, { as: 'front' });
  expect(permissionGroups.map(({ name }) => name)).toEqual([
    'Administrator',
    'Assistant',
    'Biller',
    'Clinician',
    'Emergency access',
    'Front desk',
  ]);
  await expect(api.call('users.createGroup', { name: 'front DESK', permissions: [] }, admin)).rejects.toMatchObject({
    kind: 'conflict',
  });
  await expect(api.call('users.removeGroup', { id: groups.Biller } as never, admin)).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('two managers at one group: the second is told, and the first one’s change stays', async () => {
  const name = 'Shared by two';
  const { id } = await api.call('users.createGroup', { name, permissions: ['record charges'] } as never, admin);
  const change = (permissions: string[]) =>
    api.call('users.updateGroup', { id, base: { permissions: ['record charges'] }, permissions } as never, admin);
  await change(['record charges', 'edit patients']);
  await change(['merge patients']);
  const { permissionGroups } = await api.call('users.groups', {}, admin);
  expect(permissionGroups.find((group) => group.id === id)?.permissions.toSorted()).toEqual([
    'edit patients',
    'merge patients',
  ]);
});

test('two managers at one user: what each gives and takes holds, and of one name the second is told', async () => {
  const { users } = await api.call('users.list', {}, admin);
  const front = users.find(({ UserId }) => UserId === cast.users.front);
  const { individualPermissions, facilityIds, LastName } = front ?? {};
  const base = { individualPermissions, facilityIds, LastName };
  const change = (changes: object) => update(cast.users.front, { ...changes, base });
  await change({ individualPermissions: ['record charges'], LastName: 'Delaware' });
  const after = await change({ individualPermissions: ['edit patients'], facilityIds });
  expect(after.individualPermissions.toSorted()).toEqual(['edit patients', 'record charges']);
  const refused = change({ individualPermissions: [], LastName: 'Delmonico' });
  await expect(refused).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { LastName: 'Delaware' } });
  // Who sees every facility has no list of them to merge with.
  await update(cast.users.front, { facilityIds: [facilities.riverside] });
  await expect(change({ facilityIds: [facilities.harborview] })).rejects.toMatchObject({ kind: 'changed-elsewhere' });
  await update(cast.users.front, { individualPermissions, facilityIds, LastName });
});

test('a link that is still out ends when its group may do more, and a new one goes to the mailbox', async () => {
  const { id } = await api.call('users.createGroup', { name: 'Growing', permissions: [] } as never, admin);
  const { UserId } = await api.call('users.create', invited({ roles: [id] }), admin);
  const links = () =>
    api.db.owner(`select "endedWhy" from account_links where "UserId" = $1 order by "createdAt"`, [UserId]);
  await api.call('users.updateGroup', { id, name: 'Grown' } as never, admin);
  expect(await links()).toEqual([{ endedWhy: null }]);
  await api.call('users.updateGroup', { id, permissions: ['record charges'] } as never, admin);
  expect(await links()).toEqual([{ endedWhy: 'replaced' }, { endedWhy: null }]);
});

test('a second step is taken away by who may take the account in hand: sessions end, a mail tells it, a short password asks for a longer one', async () => {
  const hold = (id: string) =>
    api.db.owner(
      `insert into second_factors (site, "UserId", "sealedKey", "confirmedAt") values ('demo', $1, 'x', now())`,
      [id],
    );
  const reset = (id: string, who: { as: 'admin' | 'super' | 'pt' } = admin) =>
    api.call('users.resetSecondFactor', { id: id as InputOf<'users.resetSecondFactor'>['id'] }, who);
  const standing = () =>
    api.db.owner(`select 1 from sessions where "UserId" = $1 and "endedAt" is null`, [users.biller]);
  for (const id of [users.biller, users.super, users.admin]) await hold(id);
  await api.db.owner(`insert into recovery_codes (site, "UserId", "codeHash") values ('demo', $1, 'x')`, [
    users.biller,
  ]);
  await api.signedIn('biller');
  expect((await standing()).length).toBeGreaterThan(0);
  await expect(reset(users.biller, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(reset(users.super)).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(reset(users.admin)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await standing()).length).toBeGreaterThan(0);
  expect(await reset(users.biller)).toMatchObject({ hasSecondFactor: false });
  expect(await standing()).toEqual([]);
  await expect(reset(users.biller)).rejects.toMatchObject({ kind: 'conflict' });
  expect(await api.db.owner(`select 1 from recovery_codes where "UserId" = $1`, [users.biller])).toEqual([]);
  const [mail] = await api.db.owner<{ subject: string; body: string }>(
    `select subject, body from outgoing_mail where "UserId" = $1 order by at desc limit 1`,
    [users.biller],
  );
  expect(mail).toMatchObject({
    subject: expect.stringContaining('two-step sign-in'),
    body: expect.stringContaining('Bill'),
  });
  const [entry] = await api.db.owner(
    `select "UserId", pk from audit_entry where action = 'second factor taken' and site = 'demo'`,
  );
  expect(entry).toEqual({ UserId: users.admin, pk: users.biller });

  const short = 'kx7#Qp2z';
  await api.db.owner(`update users set "PasswordHash" = $2 where "UserId" = $1`, [
    users.biller,
    await hashPassword(short),
  ]);
  const login = (password: string) =>
    api.app.inject({ method: 'POST', url: '/api/session/login', payload: { email: 'biller@demo.test', password } });
  const links = () =>
    api.db.owner(`select 1 from account_links where "UserId" = $1 and kind = 'reset'`, [users.biller]);
  expect((await login('not that one')).json().message).toBe('The email or password is wrong.');
  expect(await links()).toEqual([]);
  const refused = await login(short);
  expect([refused.statusCode, refused.cookies, refused.json().message]).toEqual([
    401,
    [],
    expect.stringContaining('too short'),
  ]);
  expect(await links()).toHaveLength(1);
});

test('the passkeys of a lost phone are taken away too, alone or with the second step, and mail and log say what', async () => {
  const hold = (id: string) =>
    api.db.owner(
      `insert into passkeys (site, "PasskeyId", "UserId", "credentialId", "publicKey", name)
       select 'demo', gen_random_uuid(), $1, gen_random_uuid()::text, 'x', 'Phone' from generate_series(1, 2)`,
      [id],
    );
  const reset = (id: string) =>
    api.call('users.resetSecondFactor', { id: id as InputOf<'users.resetSecondFactor'>['id'] }, admin);
  const listed = async () =>
    (await api.call('users.list', {}, admin)).users.find(({ UserId }) => UserId === users.pta)?.hasPasskeys;
  const told = async () =>
    (
      await api.db.owner<{ subject: string; body: string }>(
        `select subject, body from outgoing_mail where "UserId" = $1 order by at desc limit 1`,
        [users.pta],
      )
    )[0];
  expect(await listed()).toBe(false);
  await hold(users.pta);
  await hold(users.front);
  expect(await listed()).toBe(true);
  await api.signedIn('pta');
  expect(await reset(users.pta)).toMatchObject({ hasSecondFactor: false, hasPasskeys: false });
  expect(await listed()).toBe(false);
  expect(await api.db.owner(`select 1 from passkeys where "UserId" = $1`, [users.front])).toHaveLength(2);
  expect(await api.db.owner(`select 1 from sessions where "UserId" = $1 and "endedAt" is null`, [users.pta])).toEqual(
    [],
  );
  expect(await told()).toMatchObject({
    subject: expect.stringContaining('An administrator removed your passkeys'),
    body: expect.stringContaining('removed the 2 passkeys from your Mainstay account'),
  });
  const [entry] = await api.db.owner(
    `select detail from audit_entry where action = 'second factor taken' and pk = $1`,
    [users.pta],
  );
  expect(entry).toEqual({ detail: { secondStep: 'false', passkeys: '2' } });
  await expect(reset(users.pta)).rejects.toMatchObject({ kind: 'conflict' });

  await hold(users.pta);
  await api.db.owner(
    `insert into second_factors (site, "UserId", "sealedKey", "confirmedAt") values ('demo', $1, 'x', now())`,
    [users.pta],
  );
  await reset(users.pta);
  expect(await told()).toMatchObject({
    subject: expect.stringContaining('Your two-step sign-in and passkeys'),
    body: expect.stringContaining('two-step sign-in and the 2 passkeys'),
  });
  await api.db.owner(`delete from passkeys`);
});
