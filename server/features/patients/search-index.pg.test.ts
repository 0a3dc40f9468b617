import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameQuery } from '#contract/patients/name-query.ts';
import type { Tx } from '#server/kit/context.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { transactionMode } from '#server/kit/http/run-command.ts';
import { searchPatients, termsOf } from './search.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.owner('alter table patients disable trigger record_change');
  await db.owner(
    `insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex", "Phone")
     select 'demo', gen_random_uuid(), gen_random_uuid(), 'Mari' || n % 7, 'Mar' || n, date '1930-01-01' + n, 'U', '617' || lpad(n::text, 7, '0')
     from generate_series(1, 1500) n`,
  );
  await db.owner('analyze');
});
afterAll(() => db.close());

const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
};

const literal = (value: unknown) =>
  typeof value === 'number'
    ? String(value)
    : pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value));

/** Every step of the plans of a search as the API's role runs them, prepared and with row-level security. */
async function stepsOf(typed: string): Promise<Plan[]> {
  const terms = termsOf(nameQuery(typed)) ?? [];
  const plans: Plan[] = [];
  const search = async (tx: Tx) => {
    const rows = async <R>(text: string, values: unknown[] = []) => {
      await tx.rows(`prepare asked as ${text}`);
      const [told] = await tx.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute asked(${values.map(literal).join()})`,
      );
      await tx.rows('deallocate asked');
      plans.push(...(told?.['QUERY PLAN'].map(({ Plan: plan }) => plan) ?? []));
      return tx.rows<R>(text, values);
    };
    await searchPatients({ ...tx, rows } as Tx, [terms], null, 50);
  };
  // As its call opens its transaction; another reader of it does not.
  await db.tx(who, search, transactionMode('patients.list'));
  await db.tx(who, search);
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return plans.flatMap(all);
}

test.each([
  ['mar', 60],
  ['mari', 60],
  ['mar1499', 2],
  ['m mar1499', 2],
  ['mar 1499', 5],
  ['6170001499', 2],
  ['', 60],
  ['nobody', 0],
])('“%s” reads no more than the rows it shows, by an index', async (typed, most) => {
  const reads = (await stepsOf(typed)).filter((step) => step['Relation Name'] !== undefined);
  expect(reads.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name'])).toEqual([]);
  const ofPatients = reads.filter((step) => step['Relation Name'] === 'patients');
  const read = ofPatients.reduce((sum, step) => sum + step['Actual Rows'] * step['Actual Loops'], 0);
  expect(read).toBeLessThanOrEqual(2 * most);
  // What is counted to find the rarest of several words ends at a thousand; averages of loops are rounded.
  const ofWords = Math.max(...reads.map((step) => step['Actual Rows'] * step['Actual Loops']));
  expect(ofWords).toBeLessThanOrEqual(1_010);
});

test('patients from before are indexed in batches, and doing it again changes nothing', async () => {
  const rows = () =>
    db.owner<{ n: number; sum: string }>(
      `select count(*)::int as n, sum(hashtext(w::text)::bigint)::text as sum from patient_words w`,
    );
  const before = await rows();
  await db.owner('truncate patient_words, patient_search');
  // Each call of `owner` may be of another connection, and the session holds where it has come to.
  const [done] = await db.owner<{ batches: number[] }>(
    `select array_agg(index_patients(600) order by n) as batches from generate_series(1, 5) n`,
  );
  expect(done?.batches.at(-1)).toBe(0);
  expect(done?.batches[0]).toBe(600);
  expect(await rows()).toEqual(before);
});
