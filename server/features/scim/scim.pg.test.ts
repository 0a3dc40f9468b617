import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

type Body = Record<string, never> & { id: string; detail: string; Resources: { id: string; userName: string }[] };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mediaType = 'application/scim+json';

let api: TestApi;
let token: string;
let theirs: string;
beforeAll(async () => {
  api = await testApi();
  token = (await api.call('scim.makeToken', { Name: 'Directory', roles: [] }, { as: 'super' })).token;
  theirs = (await api.call('scim.makeToken', { Name: 'Theirs', roles: [] }, { as: 'super', site: 'demo2' })).token;
});
afterAll(() => api.close());

async function scim(method: Method, path: string, body?: unknown, bearer = token) {
  const reply = await api.app.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': mediaType }) },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const told = reply.body === '' ? ({} as Body) : (JSON.parse(reply.body) as Body);
  return { status: reply.statusCode, body: told, headers: reply.headers };
}
const person = (name: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: `${name}@company.example`,
  name: { givenName: name, familyName: 'Ofori' },
  emails: [{ value: `${name}@company.example`, type: 'work', primary: true }],
  active: true,
  ...more,
});
const made = async (name: string, more: object = {}) => (await scim('POST', '/Users', person(name, more))).body.id;
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations });
const names = async (filter: string, more = '') => {
  const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`);
  return body.Resources.map((one) => one.userName);
};

test('someone new is made with nothing but the groups of the token, and is told in full', async () => {
  const reply = await scim('POST', '/Users', person('ada', { externalId: 'a-1', title: 'not kept' }));
  expect(reply.status).toBe(201);
  expect(reply.headers['content-type']).toContain(mediaType);
  const { id } = reply.body;
  expect(reply.headers.location).toBe(`http://localhost:3000/api/scim/v2/Users/${id}`);
  expect(reply.body).toMatchObject({
    schemas: [userSchema],
    externalId: 'a-1',
    userName: 'ada@company.example',
    name: { givenName: 'ada', familyName: 'Ofori' },
    emails: [{ value: 'ada@company.example', primary: true }],
    active: true,
    meta: { resourceType: 'User', location: reply.headers.location },
  });
  expect((await scim('GET', `/Users/${id}`)).body).toEqual(reply.body);
  const [row] = await api.db.owner(
    `select can, roles, "facilityIds", "providerIds", "SuperUser" from users where "UserId" = $1`,
    [id],
  );
  expect(row).toEqual({ can: [], roles: [], facilityIds: [], providerIds: [], SuperUser: false });
  const [entry] = await api.db.owner(`select action, detail from audit_entry where pk = $1 and action = 'invite'`, [
    id,
  ]);
  expect(entry).toEqual({ action: 'invite', detail: { way: 'SCIM', token: 'Directory' } });
});

test.each<[string, Method, string, unknown, number, string | undefined]>([
  ['no userName', 'POST', '/Users', { schemas: [userSchema] }, 400, 'invalidValue'],
  ['no email', 'POST', '/Users', { userName: 'ada' }, 400, 'invalidValue'],
  ['a list', 'POST', '/Users', [], 400, 'invalidSyntax'],
  ['no JSON', 'POST', '/Users', '{"userName":', 400, 'invalidSyntax'],
  ['an active that is none', 'POST', '/Users', person('x', { active: 'perhaps' }), 400, 'invalidValue'],
  ['a NUL', 'POST', '/Users', person('x', { name: { givenName: 'a\u0000b', familyName: 'c' } }), 400, 'invalidValue'],
  ['a name too long', 'POST', '/Users', person('x', { name: { givenName: 'x'.repeat(61) } }), 400, 'invalidValue'],
  [
    'an email that is taken',
    'POST',
    '/Users',
    person('pt', { userName: 'pt@demo.test', emails: [] }),
    409,
    'uniqueness',
  ],
  [
    'the email of a superuser',
    'POST',
    '/Users',
    person('x', { emails: [{ value: 'super@demo.test' }] }),
    409,
    'uniqueness',
  ],
  ['a filter that cannot be read', 'GET', '/Users?filter=userName%20eq', undefined, 400, 'invalidFilter'],
  ['a filter by what is not there', 'GET', '/Users?filter=PasswordHash%20pr', undefined, 400, 'invalidFilter'],
  ['a filter by a prototype', 'GET', '/Users?filter=constructor%20pr', undefined, 400, 'invalidFilter'],
  ['a filter too long', 'GET', `/Users?filter=${'('.repeat(1_001)}`, undefined, 400, 'invalidFilter'],
  ['a count that is none', 'GET', '/Users?count=many', undefined, 400, 'invalidValue'],
  ['nobody', 'GET', '/Users/00000000-0000-4000-8000-000000000000', undefined, 404, undefined],
  ['no id', 'GET', '/Users/no one', undefined, 404, undefined],
  ['a superuser', 'GET', `/Users/${cast.users.super}`, undefined, 404, undefined],
  [
    'a patch without operations',
    'PATCH',
    `/Users/${cast.users.pt}`,
    { schemas: [patchSchema], Operations: [] },
    400,
    'invalidSyntax',
  ],
  [
    'a patch without its schema',
    'PATCH',
    `/Users/${cast.users.pt}`,
    { Operations: [{ op: 'add' }] },
    400,
    'invalidSyntax',
  ],
  ['groups', 'GET', '/Groups', undefined, 404, undefined],
  ['bulk', 'POST', '/Bulk', {}, 404, undefined],
  ['another schema', 'GET', '/Schemas/urn:other', undefined, 404, undefined],
])('refused in the form of SCIM: %s', async (_, method, path, body, status, scimType) => {
  const reply = await scim(method, path, body);
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toContain(mediaType);
  expect(reply.body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail: expect.any(String),
  });
});

test('lists are filtered without case where case does not count, and come in pages', async () => {
  const id = await made('Bea', { externalId: 'B-2' });
  expect(await names('userName eq "BEA@COMPANY.example"')).toEqual(['Bea@company.example']);
  expect(await names('externalId eq "B-2"')).toEqual(['Bea@company.example']);
  expect(await names('externalId eq "b-2"')).toEqual([]);
  expect(await names(`id eq "${id}"`)).toEqual(['Bea@company.example']);
  expect(await names('name.givenName sw "bea" and active eq true')).toEqual(['Bea@company.example']);
  expect(await names('emails[type eq "work" and value co "bea@"]')).toEqual(['Bea@company.example']);
  expect(await names('emails.value eq "bea@company.example" and not (active eq true)')).toEqual([]);
  expect(await names(`${userSchema}:userName eq "bea@company.example"`)).toEqual(['Bea@company.example']);
  expect(await names('userName eq "nobody@company.example"')).toEqual([]);
  expect(await names('userName co "super@"')).toEqual([]);
  const all = (await scim('GET', '/Users')).body as unknown as { totalResults: number; itemsPerPage: number };
  expect(all.totalResults).toBe(all.itemsPerPage);
  expect((await scim('GET', '/Users?startIndex=2&count=1')).body).toMatchObject({
    totalResults: all.totalResults,
    startIndex: 2,
    itemsPerPage: 1,
  });
  expect((await scim('GET', '/Users?startIndex=-5&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
  expect(Object.keys((await scim('GET', `/Users/${id}?attributes=userName`)).body).toSorted()).toEqual([
    'id',
    'schemas',
    'userName',
  ]);
  expect((await scim('GET', `/Users/${id}?excludedAttributes=emails`)).body).not.toHaveProperty('emails');
});

test.each<[string, object[], object]>([
  [
    'a value by its path',
    [{ op: 'replace', path: 'name.familyName', value: 'Boateng' }],
    { name: { familyName: 'Boateng' } },
  ],
  [
    'values without a path',
    [{ op: 'Replace', value: { 'name.givenName': 'Eve', externalId: 'e-9' } }],
    { externalId: 'e-9', name: { givenName: 'Eve' } },
  ],
  [
    'an email within a filter',
    [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'new@company.example' }],
    { emails: [{ value: 'new@company.example' }] },
  ],
  [
    'emails as a whole',
    [{ op: 'replace', path: 'emails', value: [{ value: 'a@b.example' }, { value: 'prime@b.example', primary: true }] }],
    { emails: [{ value: 'prime@b.example' }] },
  ],
  ['the word for a value', [{ op: 'replace', path: 'active', value: 'False' }], { active: false }],
  [
    'several, one after the other',
    [
      { op: 'add', path: 'externalId', value: 'one' },
      { op: 'remove', path: 'externalId' },
    ],
    { active: true },
  ],
  [
    'what is not kept',
    [
      { op: 'add', path: 'title', value: 'Boss' },
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' },
    ],
    { active: true },
  ],
  [
    'the whole name of an attribute',
    [{ op: 'replace', path: `${userSchema}:name.givenName`, value: 'Urn' }],
    { name: { givenName: 'Urn' } },
  ],
])('a patch writes %s', async (what, operations, expected) => {
  const id = await made(`p${what.length}${operations.length}`);
  const reply = await patch(id, ...operations);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject(expected);
  await scim('DELETE', `/Users/${id}`);
});

test.each<[string, object[], string]>([
  ['an unknown operation', [{ op: 'move', path: 'active' }], 'invalidSyntax'],
  ['an unknown attribute', [{ op: 'replace', path: 'SuperUser', value: true }], 'invalidPath'],
  ['its rights', [{ op: 'replace', path: 'can', value: ['manage users'] }], 'invalidPath'],
  ['its id', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
  ['its groups', [{ op: 'add', path: 'groups', value: [] }], 'mutability'],
  ['nothing to remove', [{ op: 'remove' }], 'noTarget'],
  ['what is required, removed', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
  ['an email that is none', [{ op: 'replace', path: 'emails', value: 'nobody' }], 'invalidValue'],
  ['an operation that is none', ['replace' as never], 'invalidSyntax'],
])('a patch is refused whole: %s', async (_, operations, scimType) => {
  const before = (await scim('GET', `/Users/${cast.users.pt}`)).body;
  const reply = await patch(cast.users.pt, { op: 'replace', path: 'name.givenName', value: 'Changed' }, ...operations);
  expect(reply.body).toMatchObject({ status: '400', scimType });
  expect((await scim('GET', `/Users/${cast.users.pt}`)).body['name']).toEqual(before['name']);
});

test('a replacement writes all of it, and what is someone else’s is refused', async () => {
  const id = await made('Cal', { externalId: 'c-1' });
  const other = await made('Dee', { externalId: 'd-1' });
  const reply = await scim('PUT', `/Users/${id}`, person('Cal2'));
  expect(reply.status).toBe(200);
  expect(reply.body).not.toHaveProperty('externalId');
  expect(reply.body['userName']).toBe('Cal2@company.example');
  for (const more of [
    { userName: 'DEE@company.example' },
    { externalId: 'd-1' },
    { emails: [{ value: 'pt@demo.test' }] },
  ])
    expect((await scim('PUT', `/Users/${id}`, person('Cal2', more))).status).toBe(409);
  expect((await scim('GET', `/Users/${other}`)).body['externalId']).toBe('d-1');
});

test('who is disabled is signed out everywhere at once, and an open link of theirs is dead', async () => {
  const signedIn = () => api.inject('GET', '/api/setup', { as: 'pta' });
  expect((await signedIn()).statusCode).toBe(200);
  expect((await patch(cast.users.pta, { op: 'replace', value: { active: false } })).body).toMatchObject({
    active: false,
  });
  const sessions = await api.db.owner(`select 1 from sessions where "UserId" = $1 and "endedAt" is null`, [
    cast.users.pta,
  ]);
  expect(sessions).toEqual([]);
  await expect.poll(async () => (await signedIn()).statusCode).toBe(401);
  const [entry] = await api.db.owner(`select detail from audit_entry where pk = $1 and action = 'disable'`, [
    cast.users.pta,
  ]);
  expect(entry).toEqual({ detail: { way: 'SCIM', token: 'Directory', written: 'Disabled' } });
  const id = await made('Finn');
  await patch(id, { op: 'replace', path: 'active', value: false });
  const open = await api.db.owner(`select 1 from account_links where "UserId" = $1 and "endedAt" is null`, [id]);
  expect(open).toEqual([]);
});

test('deleting disables; made again, someone comes back without what they held', async () => {
  const id = await made('Gil', { externalId: 'g-1' });
  await api.db.owner(
    `update users set "individualPermissions" = array['access billing'], "facilityIds" = null where "UserId" = $1`,
    [id],
  );
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
  expect(await names('userName eq "gil@company.example"')).toEqual([]);
  expect(await api.db.owner(`select "Disabled" from users where "UserId" = $1`, [id])).toEqual([{ Disabled: true }]);
  const again = await scim('POST', '/Users', person('Gil', { externalId: 'g-1' }));
  expect(again).toMatchObject({ status: 201, body: { id, active: true } });
  const [row] = await api.db.owner(`select can, "facilityIds" from users where "UserId" = $1`, [id]);
  expect(row).toEqual({ can: [], facilityIds: [] });
});

test('made again, an account opens with nothing that the person before held', async () => {
  const id = await made('Once');
  await api.db.owner(
    `update users set "PasswordHash" = 'of before', "EmployeeId" = gen_random_uuid(), "providerIds" = null where "UserId" = $1`,
    [id],
  );
  for (const [table, columns, values] of [
    ['passkeys', '"PasskeyId", "credentialId", "publicKey", name', `gen_random_uuid(), 'c', 'k', 'Phone'`],
    ['second_factors', '"sealedKey", "confirmedAt"', `'k', now()`],
    ['recovery_codes', '"codeHash"', `'h'`],
    ['sso_identities', 'issuer, subject', `'https://id.example', 'once'`],
    ['device_secrets', '"sealedSecret"', `'s'`],
  ])
    await api.db.owner(`insert into ${table} (site, "UserId", ${columns}) values ('demo', $1, ${values})`, [id]);
  await scim('DELETE', `/Users/${id}`);
  const again = await scim('POST', '/Users', person('Once'));
  expect(again).toMatchObject({ status: 201, body: { id } });
  const [row] = await api.db.owner(
    `select u."PasswordHash", u."EmployeeId", u."providerIds", (select count(*)::int from passkeys where "UserId" = $1)
       + (select count(*)::int from second_factors where "UserId" = $1) + (select count(*)::int from recovery_codes where "UserId" = $1)
       + (select count(*)::int from sso_identities where "UserId" = $1) + (select count(*)::int from device_secrets where "UserId" = $1) as ways,
       (select count(*)::int from account_links where "UserId" = $1 and "endedAt" is null) as links
     from users u where u."UserId" = $1`,
    [id],
  );
  expect(row).toEqual({ PasswordHash: 'none', EmployeeId: null, providerIds: [], ways: 0, links: 1 });
});

const grow = (UserId: string, can: string[], more = '') =>
  api.db.owner(`update users set "individualPermissions" = $2 ${more} where "UserId" = $1`, [UserId, can]);

test('a token does no more than its maker may do now: who may do more is not taken in hand', async () => {
  const { token: mine } = await api.call('scim.makeToken', { Name: 'Admin’s', roles: [] }, { as: 'admin' });
  const { biller } = cast.users;
  const send = (value: object) =>
    scim('PATCH', `/Users/${biller}`, { schemas: [patchSchema], Operations: [{ op: 'replace', value }] }, mine);
  await grow(biller, ['more than the administrator']);
  const emails = [{ value: 'mine@company.example', primary: true }];
  expect(await send({ emails })).toMatchObject({ status: 403, body: { status: '403' } });
  expect((await send({ 'name.givenName': 'Bea' })).status).toBe(200);
  // Whoever leaves is shut out, whatever they may do.
  expect((await send({ active: false })).status).toBe(200);
  expect((await send({ active: true })).status).toBe(403);
  expect((await send({ active: true, emails })).status).toBe(403);
  await expect(api.call('scim.makeToken', { Name: 'x', roles: [] }, { as: 'admin' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await grow(biller, []);
  expect((await send({ active: true })).status).toBe(200);
});

test('a token gives no groups that may do more than its maker by now', async () => {
  const { id } = await api.call('users.createGroup', { name: 'Helpers', permissions: [] }, { as: 'super' });
  const { token: mine } = await api.call('scim.makeToken', { Name: 'Groups', roles: [id] }, { as: 'admin' });
  expect((await scim('POST', '/Users', person('Ike'), mine)).status).toBe(201);
  await api.db.owner(
    `update permission_groups set permissions = '{"more than the administrator"}' where "PermissionGroupId" = $1`,
    [id],
  );
  expect((await scim('POST', '/Users', person('Joy'), mine)).status).toBe(403);
  await api.db.owner(`delete from permission_groups where "PermissionGroupId" = $1`, [id]);
  await api.db.owner(`update users set roles = '{}' where $1 = any (roles)`, [id]);
});

test('a token rests while its maker is disabled, or may not set one up', async () => {
  const { token: mine } = await api.call('scim.makeToken', { Name: 'Leaving', roles: [] }, { as: 'admin' });
  const { admin } = cast.users;
  const list = async () => (await scim('GET', '/Users?count=1', undefined, mine)).status;
  expect(await list()).toBe(200);
  await api.db.owner(`update users set "Disabled" = true where "UserId" = $1`, [admin]);
  expect(await list()).toBe(401);
  const [before] = await api.db.owner<{ roles: string[] }>(`select roles from users where "UserId" = $1`, [admin]);
  await api.db.owner(`update users set "Disabled" = false, roles = '{}' where "UserId" = $1`, [admin]);
  expect(await list()).toBe(401);
  await api.db.owner(`update users set roles = $2 where "UserId" = $1`, [admin, before?.roles]);
  expect(await list()).toBe(200);
});

test('a superuser’s token ends with the superuser, wherever they are at home', async () => {
  const { token: away } = await api.call('scim.makeToken', { Name: 'Away', roles: [] }, { as: 'super', site: 'demo2' });
  const list = async () => (await scim('GET', '/Users?count=1', undefined, away)).status;
  await api.db.owner(`update scim_tokens set "createdByUserId" = $1 where "Name" = 'Away'`, [cast.users.super]);
  expect(await list()).toBe(200);
  await api.db.owner(`update users set "Disabled" = true where "SuperUser"`);
  expect(await list()).toBe(401);
  await api.db.owner(`update users set "Disabled" = false where "SuperUser"`);
});

test('the log names what was written, and the old address hears of a new one', async () => {
  const id = await made('Kit');
  await patch(id, { op: 'replace', path: 'emails', value: [{ value: 'kit@new.example', primary: true }] });
  const [entry] = await api.db.owner(
    `select detail from audit_entry where pk = $1 and action = 'update' and detail ? 'way'`,
    [id],
  );
  expect(entry).toEqual({ detail: { way: 'SCIM', token: 'Directory', written: 'Email' } });
  const mails = await api.db.owner<{ subject: string }>(
    `select subject from outgoing_mail where "to" = 'kit@company.example' and "UserId" = $1 order by at desc limit 1`,
    [id],
  );
  expect(mails[0]?.subject).toMatch(/^The email of your account was changed/);
});

test('the last who can manage users is not disabled', async () => {
  const managers = await api.db.owner<{ UserId: string }>(
    `select "UserId" from users where site = 'demo' and not "Disabled" and not "SuperUser" and 'manage users' = any (can)`,
  );
  const replies = [];
  for (const { UserId } of managers) replies.push(await patch(UserId, { op: 'replace', path: 'active', value: false }));
  expect(replies.at(-1)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('manage users') } });
  await api.db.owner(`update users set "Disabled" = false where site = 'demo'`);
});

test('a token sees and writes its own site alone', async () => {
  const id = await made('Hal');
  for (const [method, body] of [['GET'], ['PUT', person('Hal')], ['DELETE']] as const)
    expect((await scim(method, `/Users/${id}`, body, theirs)).status).toBe(404);
  expect(
    (await scim('GET', `/Users?filter=${encodeURIComponent('userName sw "hal"')}`, undefined, theirs)).body,
  ).toMatchObject({ totalResults: 0 });
  // The same person may work at both.
  expect((await scim('POST', '/Users', person('Hal'), theirs)).status).toBe(201);
  const [site, ...rest] = theirs.split('.');
  expect(site).toBe('demo2');
  expect((await scim('GET', '/Users', undefined, ['demo', ...rest].join('.'))).status).toBe(401);
});

test('the description says what is there', async () => {
  const { body } = await scim('GET', '/ServiceProviderConfig');
  expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true } });
  expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 1 });
  expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users', schema: userSchema });
  expect((await scim('GET', `/Schemas/${userSchema}`)).body.id).toBe(userSchema);
});

test('a token is kept as a hash, told once, and ends at once; wrong ones are refused without end', async () => {
  const { token: mine, made: row } = await api.call('scim.makeToken', { Name: 'Short', roles: [] }, { as: 'super' });
  expect((await scim('GET', '/Users', undefined, mine)).status).toBe(200);
  const stored = await api.db.owner<{ text: string }>(`select string_agg(t::text, '') as text from scim_tokens t`);
  expect(stored[0]?.text).not.toContain(mine.split('.')[2]);
  const { tokens } = await api.call('scim.tokens', {}, { as: 'super' });
  expect(JSON.stringify(tokens)).not.toContain(mine.split('.')[2]);
  expect(tokens.find((one) => one.Name === 'Short')?.usedAt).not.toBeNull();
  await api.call('scim.revokeToken', { id: row.ScimTokenId }, { as: 'super' });
  const refused = await scim('GET', '/Users', undefined, mine);
  expect(refused).toMatchObject({ status: 401, body: { status: '401' } });
  expect(refused.headers['www-authenticate']).toContain('Bearer');
  for (const wrong of ['', 'demo', `${mine}x`, 'nowhere.x.y', `demo.${crypto.randomUUID()}.${'a'.repeat(43)}`])
    expect((await scim('GET', '/Users', undefined, wrong)).status).toBe(401);
  for (let time = 0; time < 5; time += 1) await scim('GET', '/Users', undefined, mine);
  expect(await scim('GET', '/Users', undefined, mine)).toMatchObject({ status: 429, body: { status: '429' } });
  // Directories of other sites come from the same addresses of the same company.
  expect((await scim('GET', '/Users')).status).toBe(200);
  expect((await scim('GET', '/Users', undefined, theirs)).status).toBe(200);
  const counted = await api.db.owner(`select distinct subject from login_failures where subject like 'scim:%'`);
  expect(counted).toEqual([{ subject: 'scim:127.0.0.1' }]);
});

test('tokens are for who may do all that the others may', async () => {
  await expect(api.call('scim.makeToken', { Name: 'x', roles: [] }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await expect(
    api.call('scim.makeToken', { Name: 'x', roles: [crypto.randomUUID() as never] }, { as: 'super' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
});

test('a body that nests too deep is refused, and changes nothing', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const body = (levels: number) =>
    JSON.stringify(person('deep', { extra: 'here' })).replace('"here"', () => nested(levels));
  for (const levels of [32, 10_000]) {
    const reply = await scim('POST', '/Users', body(levels));
    expect(reply.status).toBe(400);
    expect(reply.body.detail).toBe('The body nests too deep.');
  }
  expect(await names('userName eq "deep@company.example"')).toEqual([]);
  expect((await scim('POST', '/Users', body(31))).status).toBe(201);
});
