import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import type { Tx } from '#server/kit/context.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { auditChartsHourly } from './audit.ts';

let db: TestDatabase;
const entries = (UserId: string, pk: string) =>
  db.owner(
    `insert into audit_entry (site, "UserId", action, entity, pk, detail)
     select 'demo', ${UserId}, 'view', 'patients', ${pk}, '{}' from generate_series(1, 3000) n`,
  );
beforeAll(async () => {
  db = await testDatabase();
  // As the statistics know the log: many people and few charts. They know nothing yet of one person's busy hour.
  await entries('n::text', `'one of few'`);
  await db.owner('analyze audit_entry');
  await entries(`'${cast.users.pt}'`, 'gen_random_uuid()::text');
});
afterAll(() => db.close());

type Step = { 'Relation Name'?: string; 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Step[] };
const literal = (value: unknown) => pg.escapeLiteral(String(value));

/** How many entries the database looks at to know whether these charts were seen within the hour. */
async function lookedAt(PatientIds: string[]): Promise<number> {
  const who = { site: 'demo', UserId: cast.users.pt, device: null, scopes: ['site'] };
  return db.tx(
    who,
    async (tx) => {
      const asked: [string, unknown[]][] = [];
      const leave: Tx['leave'] = (text, values = []) => void asked.push([text, values]);
      await auditChartsHourly({ ...tx, leave }, 'demo', { UserId: who.UserId, action: 'view' }, new Set(PatientIds));
      let rows = 0;
      const count = (step: Step): void => {
        if (step['Relation Name'] === 'audit_entry' && !step.Plans?.length)
          rows += step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0);
        step.Plans?.forEach(count);
      };
      for (const [text, values] of asked) {
        await tx.rows(`prepare asked as ${text}`);
        const [told] = await tx.rows<{ 'QUERY PLAN': { Plan: Step }[] }>(
          `explain (analyze, format json) execute asked(${values.map(literal).join()})`,
        );
        await tx.rows('deallocate asked');
        told?.['QUERY PLAN'].forEach(({ Plan }) => count(Plan));
      }
      return rows;
    },
    { planned: 'once' },
  );
}

test('whether a chart was seen within the hour is asked of the chart, not of all that its reader did', async () => {
  expect(await lookedAt([cast.patients.rosa])).toBeLessThan(50);
  expect(await lookedAt([cast.patients.rosa, cast.patients.nguyen])).toBeLessThan(50);
});
