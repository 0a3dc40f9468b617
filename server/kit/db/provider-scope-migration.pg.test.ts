import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { migrate } from './migrate.ts';

const own = join(import.meta.dirname, '..', '..', 'migrations');
const here = '0015-emergency-grants-provider-scope.sql';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await db.owner('drop schema public cascade');
  await db.owner('create schema public');
  folder = mkdtempSync(join(tmpdir(), 'mainstay-migrations-'));
  for (const name of readdirSync(own).filter((each) => each < here)) copyFileSync(join(own, name), join(folder, name));
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

// By hand: the demo clinic is one of the newest schema.
const id = (of: number) => `'018f0000-0000-7000-8000-00000000000${of}'`;
const clinic = `
  insert into sites (site, "Name", "TimeZone") values ('one', 'One', 'UTC');
  insert into organizations values ('one', ${id(1)}, 'One', '1', '1', '1', '1', 'One', 'MA', '01930', '1', 'One', '1', '1', 'One');
  insert into facilities (site, "FacilityId", "OrganizationId", "LastName", "Address1", "City", "StateOrProvince", "PostalCode", "TimeZone")
    values ('one', ${id(2)}, ${id(1)}, 'One', '1', 'One', 'MA', '01930', 'UTC');
  insert into providers (site, "ProviderId", "FirstName", "LastName", "Taxonomy")
    values ('one', ${id(3)}, 'Ann', 'One', '1'), ('one', ${id(4)}, 'Ben', 'Two', '1');
  insert into patients (site, "PatientId", "PersonId", "FirstName", "LastName", "DateOfBirth", "Sex")
    values ('one', ${id(5)}, ${id(5)}, 'Ida', 'One', '1980-01-01', 'F');
  insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate")
    values ('one', ${id(6)}, ${id(5)}, ${id(2)}, ${id(3)}, 'Knee', 'PT', '2026-11-01');
  insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End")
    values ('one', ${id(7)}, ${id(6)}, ${id(5)}, ${id(2)}, ${id(3)}, 'Visit', '2026-11-18T09:00', '2026-11-18T10:00'),
           ('one', ${id(8)}, ${id(6)}, ${id(5)}, ${id(2)}, ${id(4)}, 'Visit', '2026-11-19T09:00', '2026-11-19T10:00');
  insert into visit_notes (site, "VisitId", "CaseId", "PatientId", "FacilityId")
    values ('one', ${id(7)}, ${id(6)}, ${id(5)}, ${id(2)}), ('one', ${id(8)}, ${id(6)}, ${id(5)}, ${id(2)});
  insert into visit_history (site, "VisitId", "PatientId", "FacilityId", action)
    values ('one', ${id(8)}, ${id(5)}, ${id(2)}, 'made')`;

test('a clinic with visits gets the scopes of their providers, and neither its devices nor its audit log hear of it', async () => {
  await migrate(db.ownerUrl, folder);
  await db.owner(clinic);
  const told = () =>
    db.owner(`select (select count(*) from sync_change) as changes, (select count(*) from audit_entry) as audited`);
  const before = await told();
  copyFileSync(join(own, here), join(folder, here));
  expect(await migrate(db.ownerUrl, folder)).toEqual([here]);
  expect(await told()).toEqual(before);
  for (const table of ['visit_history', 'visit_notes', 'visits']) {
    const wrong = await db.owner(
      `select 1 from ${table} t join visits v using (site, "VisitId")
       where t.scope is distinct from 'facility:' || t."FacilityId" || ' provider:' || v."ProviderId"`,
    );
    expect(wrong, table).toEqual([]);
  }
  const scopes = await db.owner<{ scope: string }>('select distinct scope from visit_notes order by 1');
  expect(scopes).toHaveLength(2);
  // The triggers work again.
  await db.owner(`update visits set "CancelReason" = 'x' where "VisitId" = (select "VisitId" from visits limit 1)`);
  expect(await told()).not.toEqual(before);
});
