import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  await db.owner(
    `update patients set "Phone" = '978-555-1000', "Email" = 'Rosa.A@Example.test' where site = 'demo' and "PatientId" = $1`,
    [cast.patients.rosa],
  );
  await db.owner(
    `update insurances set "MemberId" = 'R-777 001' where site = 'demo' and "PatientId" = $1 and "Priority" = 1`,
    [cast.patients.rosa],
  );
});
afterAll(() => db.close());

type Person = InputOf<'samePeople.find'>;
const rosa: Person = {
  FirstName: 'Rosa',
  LastName: 'Alvarez',
  PreferredName: null,
  DateOfBirth: '1958-03-14',
  Phone: null,
  Email: null,
  MemberIds: [],
};
const find = async (of: Partial<Person>) => (await call('samePeople.find', { ...rosa, ...of }, { as: 'front' })).people;

test.each<[string, Partial<Person>, string[]]>([
  ['name and birth date', {}, ['name', 'birthDate']],
  ['name in other letters', { FirstName: 'ROSÁ', LastName: 'Álvarez' }, ['name', 'birthDate']],
  ['name and phone', { DateOfBirth: '1958-04-13', Phone: '1 (978) 555-1000' }, ['name', 'phone']],
  ['birth date and email', { LastName: 'Quist', Email: 'rosa.a@example.test' }, ['birthDate', 'email']],
  ['birth date and policy', { LastName: 'Quist', MemberIds: ['r777001'] }, ['birthDate', 'policy']],
])('a person who is here already is found by %s', async (_what, of, shared) => {
  const [one, ...more] = await find(of);
  expect(one).toMatchObject({ PatientId: cast.patients.rosa, LastName: 'Alvarez', shared });
  expect(more).toEqual([]);
});

test('the last visit that began is told with its provider', async () => {
  const [one] = await find({});
  const [last] = await db.owner<{ Start: string; provider: string }>(
    `select v."Start", p."FirstName" || ' ' || p."LastName" as provider from visits v join providers p using (site, "ProviderId")
     where v.site = 'demo' and v."PatientId" = $1 and v.stage not in ('scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel')
     order by v."Start" desc limit 1`,
    [cast.patients.rosa],
  );
  expect(last).toBeDefined();
  expect(one?.lastVisit).toEqual(last);
});

test.each<[string, Partial<Person>]>([
  ['a relative with the phone and the policy', { FirstName: 'Ines', Phone: '978-555-1000', MemberIds: ['R-777 001'] }],
  ['the same name with nothing else in common', { DateOfBirth: '1990-01-01' }],
])('%s is another person', async (_what, of) => expect(await find(of)).toEqual([]));

test('two people of one name and birth date are both told', async () => {
  const people = await find({ FirstName: 'John', LastName: 'Rivers', DateOfBirth: '1966-06-06' });
  expect(people.map(({ sure, LastName }) => [sure, LastName])).toEqual([
    [true, 'Rivers'],
    [true, 'Rivers'],
  ]);
});

test.each<[string, Partial<Person>]>([
  ['birth date', {}],
  ['phone', { DateOfBirth: '1958-04-13', Phone: '1 (978) 555-1000' }],
  ['policy', { LastName: 'Quist', MemberIds: ['r777001'] }],
])('who sees another facility alone is told by %s too, and of no visit that they do not see', async (_what, of) => {
  await db.owner(`update users set "facilityIds" = $1 where site = 'demo' and "UserId" = $2`, [
    [randomUUID()],
    demoId('demo', 'user', 'biller'),
  ]);
  const { people } = await call('samePeople.find', { ...rosa, ...of }, { as: 'biller' });
  expect(people.map(({ PatientId, lastVisit }) => [PatientId, lastVisit])).toEqual([[cast.patients.rosa, null]]);
});

test('nobody of another site is told', async () => {
  const { people } = await call('samePeople.find', rosa, { as: 'front', site: 'demo2' });
  expect(people).toEqual([]);
});
