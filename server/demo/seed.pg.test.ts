import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '#contract/entities.ts';
import { entityNames } from '#contract/kept-rows.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { builtInMeasurement } from '#contract/measures/catalog/catalog.ts';
import { wrongMeasures } from '#contract/measures/wrong-measures.ts';
import { isNpi } from '#contract/base/npi.ts';
import { tables } from '../kit/db/tables.ts';
import { demoDay, testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { cast, cast2 } from './cast.ts';
import { seedDemo } from './seed.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await testDatabase()));
afterAll(() => db.close());

const count = async (text: string, values: unknown[] = []) =>
  Number((await db.owner<{ n: string }>(text, values))[0]?.n);

// Tests of the waitlist and of other contacts begin with an empty list.
const unseeded = ['visitRequests', 'otherContacts'];
test.each(entityNames.filter((name) => !unseeded.includes(name)))(
  'every seeded row of %s keeps the contract',
  async (name) => {
    const rows = await db.owner<{ row: unknown }>(
      `select to_jsonb(t) - 'site' - 'scope' as row from ${tables[name]} t`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(() => entities[name].schema.parse(row)).not.toThrow();
  },
);

test('the clinic has the size and the spread of a real one', async () => {
  expect(await count(`select count(*) n from patients where site = 'demo'`)).toBe(120);
  const visits = await count(`select count(*) n from visits where site = 'demo'`);
  expect(visits).toBeGreaterThanOrEqual(280);
  expect(visits).toBeLessThanOrEqual(330);
  const today = await count(`select count(*) n from visits where site = 'demo' and left("Start", 10) = $1`, [demoDay]);
  expect(today).toBeGreaterThanOrEqual(25);
  expect(today).toBeLessThanOrEqual(40);
  expect(await count(`select count(distinct stage) n from visits where site = 'demo'`)).toBe(11);
  expect(await count(`select count(distinct "Kind") n from payers where site = 'demo'`)).toBe(6);
  expect(
    await count(`select count(distinct "FacilityId") n from visits where site = 'demo' and left("Start", 10) = $1`, [
      demoDay,
    ]),
  ).toBe(2);
});

test('six signed visits with a flowsheet stand beside the one of today', async () => {
  const columns = await count(
    `select count(*) n from visit_exercises e join visit_notes n on n.site = e.site and n."NoteId" = e."VisitId"
     join visits today on today.site = e.site and today."CaseId" = e."CaseId"
     where today."VisitId" = $1 and n."signedAt" is not null`,
    [cast.visits.today.inProgress],
  );
  expect(columns).toBe(6);
});

test('no one is in two places: no provider and no patient has overlapping visits', async () => {
  const overlaps = `select count(*) n from visits a join visits b on a.site = b.site and a."VisitId" < b."VisitId" and a."Start" < b."End" and b."Start" < a."End"`;
  expect(await count(`${overlaps} and a."ProviderId" = b."ProviderId"`)).toBe(0);
  expect(await count(`${overlaps} and a."PatientId" = b."PatientId"`)).toBe(0);
});

test('every name of the cast is there', async () => {
  const ids = (of: Record<string, string>) => Object.values(of);
  for (const [table, key, wanted] of [
    ['patients', 'PatientId', [...ids(cast.patients), ...ids(cast2.patients)]],
    ['visits', 'VisitId', [...ids(cast.visits.today), ...ids(cast.visits.past), ...ids(cast2.visits.today)]],
    ['providers', 'ProviderId', [...ids(cast.providers), ...ids(cast2.providers)]],
    ['users', 'UserId', [...ids(cast.users), ...ids(cast2.users)]],
    ['payers', 'PayerId', ids(cast.payers)],
    ['facilities', 'FacilityId', [...ids(cast.facilities), ...ids(cast2.facilities)]],
  ] as const) {
    expect(await count(`select count(*) n from ${table} where "${key}" = any ($1::uuid[])`, [wanted])).toBe(
      wanted.length,
    );
  }
  expect(
    await count(
      `select count(*) n from users where site = 'demo2' and "UserId" in (select "UserId" from users where site = 'demo')`,
    ),
  ).toBe(0);
});

test('named visits stand in the stage their name says', async () => {
  for (const stage of ['scheduled', 'confirmed', 'checkedIn', 'inProgress', 'review', 'billing'] as const) {
    const [visit] = await db.owner<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [
      cast.visits.today[stage],
    ]);
    expect(visit?.stage).toBe(stage);
  }
  expect(
    await count(
      `select count(*) n from visits where site = 'demo' and jsonb_array_length("intakeConflict") > 0 and left("Start", 10) = $1`,
      [demoDay],
    ),
  ).toBeGreaterThanOrEqual(2);
  expect(
    await count(`select count(*) n from visits where site = 'demo' and "intakeIncomplete" and left("Start", 10) = $1`, [
      demoDay,
    ]),
  ).toBeGreaterThanOrEqual(2);
});

test('money is sound: every transaction balances, paid claims owe nothing, some still do', async () => {
  expect(
    await count(
      `select count(*) n from (select 1 from ledger_entries group by site, "TransactionId" having sum(amount) <> 0) as off`,
    ),
  ).toBe(0);
  const primary = `select coalesce(sum(amount), 0) n from ledger_entries where "VisitId" = $1 and account = 'ar:primary'`;
  expect(await count(primary, [cast.visits.past.closedPaid])).toBe(0);
  expect(await count(primary, [cast.visits.past.submittedUnpaid])).toBeGreaterThan(0);
  expect(await count(primary, [cast.visits.past.submittedPartlyPaid])).toBeGreaterThan(0);
  expect(await count(`select count(*) n from visits where site = 'demo' and stage = 'closed'`)).toBeGreaterThan(20);
  expect(
    await count(`select count(*) n from claims where status = 'adjudicated' and "VisitId" = $1`, [
      cast.visits.past.submittedDenied,
    ]),
  ).toBe(1);
});

test('every billed visit has its claim and a file with the same numbers', async () => {
  const rows = await db.owner<{
    content: string;
    ControlNumber: string;
    InterchangeControlNumber: string;
    totalCharge: string;
    charges: string;
  }>(
    `select f.content, c."ControlNumber", c."InterchangeControlNumber", c."totalCharge",
            (select sum(charge) from services s where s.site = c.site and s."VisitId" = c."VisitId") as charges
     from claims c join claim_files f using (site, "ClaimId")`,
  );
  expect(rows.length).toBe(await count('select count(*) n from claims'));
  for (const row of rows) {
    expect(row.charges).toBe(row.totalCharge);
    expect(row.content).toContain(`CLM*${row.ControlNumber}*${String(Number(row.totalCharge) / 100)}*`);
    expect(row.content).toContain(`IEA*1*${row.InterchangeControlNumber}~`);
  }
});

test('every NPI passes its check digit', async () => {
  const rows = await db.owner<{ npi: string }>(
    `select "NationalProviderId" as npi from providers union select "NationalProviderId" from organizations
     union select "NationalProviderId" from facilities union select "NationalProviderId" from referring_providers`,
  );
  expect(rows.length).toBeGreaterThan(12);
  for (const { npi } of rows) expect(isNpi(npi)).toBe(true);
});

test('whoever signed a plan of care is named, as the form asks for it, and is its certifier', async () => {
  const rows = await db.owner<{ By: string | null; certifier: string }>(
    `select s."By", r."LastName" || ', ' || r."FirstName" as certifier
     from plan_stamps s join plans_of_care p using (site, "PlanOfCareId")
     join referring_providers r on r.site = p.site and r."ReferringProviderId" = p."CertifierId"
     where s."Kind" = 'signed'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ By, certifier }) => By !== certifier)).toEqual([]);
});

test('seeding again changes nothing', async () => {
  const before = await count('select count(*) n from audit_entry');
  expect(await seedDemo(db.ownerUrl, { today: '2026-12-24' })).toBe(false);
  expect(await count('select count(*) n from audit_entry')).toBe(before);
});

test('every value of the demo is one of its measurement, and every finished evaluation has one', async () => {
  const rows = await db.owner<CaseEvalMeasurement>(`select * from case_eval_measurements`);
  const notes = await db.owner<Pick<VisitNote, 'NoteId' | 'NoteType' | 'Cells'>>(`select * from visit_notes`);
  expect(notes.flatMap((note) => wrongMeasures(note, rows, builtInMeasurement))).toEqual([]);
  const measured = notes.filter(({ Cells }) => Object.keys(Cells).length > 0);
  expect(measured.length).toBeGreaterThan(30);
  const signed = await db.owner<Pick<VisitNote, 'Cells'>>(
    `select "Cells" from visit_notes where "NoteType" = 'eval' and "signedAt" is not null`,
  );
  expect(signed.filter(({ Cells }) => Object.keys(Cells).length === 0)).toEqual([]);
});
