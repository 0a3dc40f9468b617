import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waysToWrite, written } from '#contract/testing/written-names.ts';
import { cast } from '#server/demo/cast.ts';
import { chanceFrom } from '#server/demo/random.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { seedFrom } from '#server/testing/seed.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

async function found(q: string): Promise<string[]> {
  const { patients } = await call('patients.list', { q }, { as: 'front' });
  return patients.map((patient) => `${patient.LastName}, ${patient.FirstName}`);
}

async function pages(q?: string): Promise<{ PatientId: string; LastName: string; FirstName: string }[]> {
  const seen = [];
  for (let after: string | null | undefined; after !== null;) {
    const input = { ...(q !== undefined && { q }), ...(after !== undefined && { after }) };
    const page: Awaited<ReturnType<typeof call<'patients.list'>>> = await call('patients.list', input, { as: 'front' });
    seen.push(...page.patients);
    after = page.after;
  }
  return seen;
}

test.each([
  ['alv', ['Alvarez, Rosa']],
  ['rosa alvarez', ['Alvarez, Rosa']],
  ['Alvarez, Rosa', ['Alvarez, Rosa']],
  ['rosie', ['Alvarez, Rosa']],
  ['nguyen', ["O'Brien-Nguyễn, Siobhán"]],
  ['NGUYỄN', ["O'Brien-Nguyễn, Siobhán"]],
  ["o'brien", ["O'Brien-Nguyễn, Siobhán"]],
  ['obriennguyen', ["O'Brien-Nguyễn, Siobhán"]],
  ['siobhan', ["O'Brien-Nguyễn, Siobhán"]],
  ['SIOBHÁN', ["O'Brien-Nguyễn, Siobhán"]],
  ['02/29/1904', ['Goodspeed, Ephraim']],
  ['1904-02-29', ['Goodspeed, Ephraim']],
  ['2-29-1904', ['Goodspeed, Ephraim']],
  ['02291904', ['Goodspeed, Ephraim']],
  ['rivers 6.6.66', ['Rivers, John', 'Rivers, John']],
  ['rivers 06/06/1966', ['Rivers, John', 'Rivers, John']],
  ['(978) 555-1000', ['Alvarez, Rosa']],
  ['1 978 555 1000', ['Alvarez, Rosa']],
  ['rosa 1000', ['Alvarez, Rosa']],
  ['lvarez', []],
  ['%', []],
  ['alv_', ['Alvarez, Rosa']],
  ["'; drop table patients; --", []],
])('searching “%s” finds who is meant', async (q, expected) => {
  const all = await found(q);
  // A sign alone is no word, and everybody is listed.
  expect(q === '%' ? all.length : all).toEqual(q === '%' ? 50 : expected);
});

test('a birth date whose year has two digits finds those of both centuries, over more pages than one', async () => {
  const born = (year: string, count: number) =>
    db.owner(
      `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
       select 'demo', gen_random_uuid(), gen_random_uuid(), 'Nr. ' || n, 'Century' || $1, ($1 || '-03-04')::date, 'U'
       from generate_series(1, $2) as n`,
      [year, count],
    );
  await born('2019', 60);
  await born('1919', 3);
  const all = await pages('century 3/4/19');
  const years = all.map(({ LastName }) => LastName.slice(-4));
  expect(years).toEqual([...Array.from({ length: 60 }, () => '2019'), '1919', '1919', '1919']);
  expect(new Set(all.map(({ PatientId }) => PatientId)).size).toBe(63);
  expect((await pages('3/4/19')).filter(({ LastName }) => LastName.startsWith('Century'))).toHaveLength(63);
});

test('every usual way to write a name finds whom it means, as a device does', async () => {
  const { pick } = chanceFrom(seedFrom('WRITTEN_SEED'));
  await db.owner(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
     select 'demo', gen_random_uuid(), gen_random_uuid(), first, last, '1971-07-17', 'U'
     from unnest($1::text[], $2::text[]) as u (first, last)`,
    [written.map(({ FirstName }) => FirstName), written.map(({ LastName }) => LastName)],
  );
  const lost: string[] = [];
  for (const name of written) {
    const ways = waysToWrite(name);
    for (const typed of Array.from({ length: 12 }, () => pick(ways))) {
      const all = await found(`${typed} 07/17/1971`);
      if (String(all) !== `${name.LastName}, ${name.FirstName}`) lost.push(`${typed}: ${all.join('; ')}`);
    }
  }
  await db.owner(`delete from patients where site = 'demo' and "DateOfBirth" = '1971-07-17'`);
  expect(lost).toEqual([]);
});

test('a policy whose number could be a birth date is found where no one was born that day', async () => {
  const where = `site = 'demo' and "InsuranceId" = (select "InsuranceId" from insurances where site = 'demo' and "PatientId" = '${cast.patients.rosa}' limit 1)`;
  await db.owner(`update insurances set "MemberId" = '12201930' where ${where}`);
  expect(await found('12201930')).toEqual(['Alvarez, Rosa']);
});

test('a policy is found by how its number begins, from its first day to its last', async () => {
  const where = `site = 'demo' and "InsuranceId" = (select "InsuranceId" from insurances where site = 'demo' and "PatientId" = '${cast.patients.rosa}' limit 1)`;
  await db.owner(`update insurances set "MemberId" = 'ZQX-77 012' where ${where}`);
  expect([await found('zqx77'), await found('ZQX-77'), await found('rosa zqx'), await found('zqx john')]).toEqual([
    ['Alvarez, Rosa'],
    ['Alvarez, Rosa'],
    ['Alvarez, Rosa'],
    [],
  ]);
  await db.owner(`update insurances set "MemberId" = '15551234567' where ${where}`);
  expect(await found('zqx77')).toEqual([]);
  for (const typed of [
    '1555',
    '1555123',
    '1 555 123 4567',
    '1555-1234567',
    '15551234567',
    'rosa 15551234567',
    '155512345',
  ])
    expect([typed, await found(typed)]).toEqual([typed, ['Alvarez, Rosa']]);
  await db.owner(`update insurances set "MemberId" = null where ${where}`);
  expect(await found('15551234567')).toEqual([]);
});

test('a policy from before is found by its whole number once it was indexed anew, and that ends', async () => {
  const where = `site = 'demo' and "InsuranceId" = (select "InsuranceId" from insurances where site = 'demo' and "PatientId" = '${cast.patients.rosa}' limit 1)`;
  await db.owner(`update insurances set "MemberId" = '1-777 1234567' where ${where}`);
  await db.owner(
    `update patient_search set words = replace(words, ' 17771234567', '') where "PatientId" = '${cast.patients.rosa}'`,
  );
  await db.owner(`delete from patient_words where "PatientId" = '${cast.patients.rosa}' and word = '17771234567'`);
  expect(await found('1777123')).toEqual([]);
  const again = () =>
    db.owner<{ done: number }>(
      readFileSync(new URL('../../migrations/0087-index-whole-policies.sql', import.meta.url), 'utf8'),
    );
  expect([await again(), await found('1777123'), await again()]).toEqual([
    [{ done: 1 }],
    ['Alvarez, Rosa'],
    [{ done: 0 }],
  ]);
  await db.owner(`update insurances set "MemberId" = null where ${where}`);
});

test('who is renamed or gets another number is found by the new one alone', async () => {
  const change = (changes: object) =>
    call('patients.update', { id: cast.patients.walter, changes } as never, { as: 'front' });
  await change({ LastName: 'Żółtowski', Phone: '6175559876' });
  expect([await found('zoltow'), await found('5559876'), await found('9876')]).toEqual(
    Array.from({ length: 3 }, () => ['Żółtowski, Walter']),
  );
  await change({ LastName: 'Smith', Phone: null });
  expect([await found('zoltow'), await found('5559876')]).toEqual([[], []]);
});

test('who is removed leaves no word', async () => {
  const [left] = await db.owner<{ id: string }>(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
     values ('demo', gen_random_uuid(), gen_random_uuid(), 'Gone', 'Vanished', '1980-01-01', 'U') returning "PatientId" as id`,
  );
  const words = () =>
    db.owner(
      `select word as of from patient_words where "PatientId" = $1 union all select sort from patient_search where "PatientId" = $1`,
      [left?.id],
    );
  expect((await words()).length).toBeGreaterThan(2);
  await db.owner(`delete from patients where "PatientId" = $1`, [left?.id]);
  expect(await words()).toEqual([]);
});

test('a patient and the policies written with them are indexed once, as the transaction ends', async () => {
  await db.owner(`do $$ declare
    before bigint := pg_stat_get_xact_tuples_deleted('patient_words'::regclass);
  begin
    insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
      values ('demo', gen_random_uuid(), gen_random_uuid(), 'Ann', 'Late', '1980-01-01', 'U');
    insert into insurances (site, "InsuranceId", "PatientId", "PayerId", "Priority", "MemberId", "Relationship")
      select 'demo', gen_random_uuid(), "PatientId", '${cast.payers.unitedShield}', n, 'LATE' || n, '18'
      from patients, generate_series(1, 2) n where "LastName" = 'Late';
    if exists (select from patient_words where word = 'late') then
      raise exception 'indexed too soon';
    end if;
    set constraints all immediate;
    if pg_stat_get_xact_tuples_deleted('patient_words'::regclass) > before then
      raise exception 'written anew';
    end if;
  end $$`);
  const words = await db.owner<{ word: string }>(
    `select word from patient_words where "PatientId" = (select "PatientId" from patients where "LastName" = 'Late') order by word`,
  );
  expect(words.map(({ word }) => word)).toEqual(['=1980-01-01', 'ann', 'late', 'late1', 'late2']);
});

test('the words of a site are read by who sees its patients alone, and written by nobody but the database', async () => {
  const counted = (site: string, scopes: string[]) =>
    db.tx({ site, UserId: null, device: null, scopes }, (tx) =>
      tx.rows<{ site: string }>(
        'select distinct site from patient_words union select distinct site from patient_search order by 1',
      ),
    );
  expect(await counted('demo', ['site'])).toEqual([{ site: 'demo' }]);
  expect(await counted('demo2', ['site'])).toEqual([{ site: 'demo2' }]);
  // Who sees the dashboard only.
  expect(await counted('demo', [])).toEqual([]);
  const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  for (const write of [
    `insert into patient_words select site, 1, 'planted', sort, "PatientId", words from patient_words limit 1`,
    `update patient_words set word = 'planted'`,
    'delete from patient_search',
    `select index_patient('demo', gen_random_uuid())`,
  ])
    await expect(
      db.tx(who, (tx) => tx.run(write)),
      write,
    ).rejects.toMatchObject({ code: '42501' });
});

describe('among many of one name', () => {
  beforeAll(async () => {
    await db.owner(
      `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex", "PreferredName")
       select 'demo', gen_random_uuid(), gen_random_uuid(), (array['Marian', 'Zoe', 'Maria Marta'])[1 + n % 3],
         (array['Marlow', 'Abbott', 'Zuse', 'Marsh', 'Mar-Mart'])[1 + n % 5], '1980-01-01', 'U', case when n % 7 = 0 then 'Mary' end
       from generate_series(1, 300) n`,
    );
  });

  test.each([undefined, 'mar', 'mari', 'mar zoe', 'zuse mar', '1980-01-01', 'mar 01/01/1980'])(
    'the pages of “%s” hold everyone once',
    async (q) => {
      const all = await pages(q);
      const fits = await db.owner<{ n: number }>(
        `select count(*)::int as n from patient_search where site = 'demo' and (select bool_and(strpos(words, ' ' || term) > 0) from unnest($1::text[]) term) is not false`,
        [(q ?? '').split(' ').map((term) => (term.includes('1980') ? '=1980-01-01' : term))],
      );
      expect([new Set(all.map(({ PatientId }) => PatientId)).size, all.length]).toEqual([fits[0]?.n, fits[0]?.n]);
    },
  );

  test('last names come first, each group in order', async () => {
    const all = await pages('mar');
    const isLast = all.map(({ LastName }) => LastName.startsWith('Mar'));
    expect(isLast.lastIndexOf(true)).toBeLessThan(isLast.indexOf(false));
    const lasts = all.filter((_, at) => isLast[at]).map(({ LastName }) => LastName.replace('-', '').toLowerCase());
    expect(lasts).toEqual(lasts.toSorted());
  });
});
