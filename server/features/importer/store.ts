import type { ImportBatch, ImportCounts } from '#contract/importer/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';
import type { ImportPlan, Present } from './plan-import.ts';
import type { KnownPerson } from './sort-people.ts';

/** Today in the site's zone, or undefined when there is no such site. */
export async function siteToday(tx: Tx): Promise<string | undefined> {
  const found = await tx.maybe<{ today: string }>(
    `select (now() at time zone "TimeZone")::date::text as today from sites where site = app_site()`,
  );
  return found?.today;
}

/** One import of a site at a time: what another one makes must be seen, not made twice. */
export async function waitForOthers(tx: Tx): Promise<void> {
  await tx.maybe('select from sites where site = app_site() for no key update');
}

/** What of these patients, and of people who may be one of them, is here already, and every payer of the site. */
export async function presentIn(tx: Tx, patientIds: string[], people: readonly KnownPerson[]): Promise<Present> {
  const said = await tx.rows<{ ImportedId: string; PatientId: string }>(
    `select "ImportedId", "PatientId" from import_same_people where site = app_site() and "ImportedId" = any ($1::uuid[])`,
    [patientIds],
  );
  const rows = await tx.rows<{ id: string; insured: boolean }>(
    `select "PatientId" as id, exists (select from insurances i where i.site = p.site and i."PatientId" = p."PatientId") as insured
     from patients p where site = app_site() and "PatientId" = any ($1::uuid[])`,
    [[...patientIds, ...[...people, ...said].map(({ PatientId }) => PatientId)]],
  );
  return {
    people,
    remembered: new Map(said.map(({ ImportedId, PatientId }) => [ImportedId, PatientId])),
    patients: new Set(rows.map((row) => row.id)),
    insured: new Set(rows.filter((row) => row.insured).map((row) => row.id)),
    // Those that were merged come first, so that a name means the payer that has it now.
    payers: await tx.rows(
      `select p."PayerId" as id, p."Name" as alias, p."ElectronicPayerId", coalesce(s."PayerId", p."PayerId") as "PayerId",
         coalesce(s."Name", p."Name") as "Name", coalesce(s."Kind", p."Kind") as "Kind"
       from payers p left join payers s on s.site = p.site and s."PayerId" = p."MergedIntoId"
       where p.site = app_site() order by p."MergedIntoId" is null, p."PayerId"`,
    ),
  };
}

const chunk = 1_000;

/** Writes a plan whole, with the list of what it made. */
export async function writeImport(
  tx: Tx,
  plan: ImportPlan,
  batch: { ImportBatchId: string; createdBy: string | null; files: string[]; counts: ImportCounts },
): Promise<void> {
  await insertChunks(tx, 'payers', plan.payers);
  await insertChunks(tx, 'patients', plan.patients);
  await insertChunks(tx, 'insurances', plan.insurances);
  // After its rows, so that whatever is newer than the batch was changed since.
  await tx.run(
    `insert into import_batches (site, "ImportBatchId", "createdBy", files, counts, "problemCount") values (app_site(), $1, $2, $3, $4, $5)`,
    [batch.ImportBatchId, batch.createdBy, batch.files, JSON.stringify(batch.counts), plan.problems.length],
  );
  const made: [string, string[]][] = [
    ['payers', plan.payers.map((payer) => payer.PayerId)],
    ['patients', plan.patients.map((patient) => patient.PatientId)],
    ['insurances', plan.insurances.map((insurance) => insurance.InsuranceId)],
  ];
  for (const [entity, ids] of made) {
    await tx.run(
      `insert into import_rows (site, "ImportBatchId", entity, pk) select app_site(), $1, $2, id from unnest($3::uuid[]) as id`,
      [batch.ImportBatchId, entity, ids],
    );
  }
  await tx.run(
    `insert into import_same_people (site, "ImportedId", "PatientId", "ImportBatchId")
     select app_site(), "ImportedId", "PatientId", $3 from unnest($1::uuid[], $2::uuid[]) as said("ImportedId", "PatientId")
     on conflict (site, "ImportedId") do update set "PatientId" = excluded."PatientId", "ImportBatchId" = excluded."ImportBatchId"`,
    [[...plan.same.keys()], [...plan.same.values()], batch.ImportBatchId],
  );
}

async function insertChunks(
  tx: Tx,
  table: 'payers' | 'patients' | 'insurances',
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  for (let at = 0; at < rows.length; at += chunk) {
    await tx.run(
      `insert into ${table} (site, ${columns}) select app_site(), ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(at, at + chunk))],
    );
  }
}

/** Rows of a batch's patients that were made or changed after it. */
const inUse = `
  select 'visits' as why from visits v join made on made.pk = v."PatientId" where v.site = app_site()
  union all select 'cases' from cases c join made on made.pk = c."PatientId" where c.site = app_site()
  union all select 'tasks' from tasks t join made on made.pk = t."PatientId" where t.site = app_site()
  union all select 'notes' from subject_notes n join made on made.pk = n."PatientId" where n.site = app_site()
  union all select 'edits' from patients p join made on made.pk = p."PatientId" where p.site = app_site() and p.updated_at > batch."createdAt"
  union all select 'consents' from consent_ledger l join made on made.pk = l."PatientId" where l.site = app_site() and l.at > batch."createdAt"
  union all select 'edits' from insurances i join made on made.pk = i."PatientId" where i.site = app_site() and i.updated_at > batch."createdAt"`;

const blockedReason = `(
  with made as (select pk from import_rows r where r.site = batch.site and r."ImportBatchId" = batch."ImportBatchId" and r.entity = 'patients')
  select case when batch."undoneAt" is not null then 'This import was already undone.'
              when exists (select from emergency_accesses e join made on made.pk = e."PatientId" where e.site = app_site())
                then 'One of its charts was opened under emergency access, so this import can’t be undone.'
              when exists (${inUse}) then 'Some of its patients already have cases, visits, tasks, notes or changes, so this import can’t be undone.' end)`;

/** Earlier imports, newest first. */
export async function readBatches(tx: Tx): Promise<ImportBatch[]> {
  const rows = await tx.rows<{ row: ImportBatch }>(
    `select to_jsonb(batch) - 'site' || jsonb_build_object('undoBlocked', ${blockedReason},
       'createdBy', coalesce(u."FirstName" || ' ' || u."LastName", 'Command line')) as row
     from import_batches batch left join users u on u.site = batch.site and u."UserId" = batch."createdBy"
     where batch.site = app_site() order by batch."createdAt" desc limit 50`,
  );
  return rows.map(({ row }) => row);
}

/** The batch, held against a second undo, and why it cannot be taken back. */
export async function lockBatch(tx: Tx, id: string): Promise<{ undoBlocked: string | null } | undefined> {
  const batch = await tx.maybe(
    'select from import_batches where site = app_site() and "ImportBatchId" = $1 for update',
    [id],
  );
  return (
    batch &&
    tx.maybe(
      `select ${blockedReason} as "undoBlocked" from import_batches batch where site = app_site() and "ImportBatchId" = $1`,
      [id],
    )
  );
}

/** Deletes what a batch made; a payer that others use by now stays. */
export async function removeBatch(tx: Tx, id: string): Promise<ImportCounts> {
  const made = (entity: string) =>
    `(select pk from import_rows where site = app_site() and "ImportBatchId" = $1 and entity = '${entity}')`;
  // What was said with it is asked again.
  await tx.run(`delete from import_same_people where site = app_site() and "ImportBatchId" = $1`, [id]);
  const insurances = await tx.run(
    `delete from insurances where site = app_site() and "InsuranceId" in ${made('insurances')}`,
    [id],
  );
  const patients = await tx.run(`delete from patients where site = app_site() and "PatientId" in ${made('patients')}`, [
    id,
  ]);
  const payers = await tx.run(
    `delete from payers p where site = app_site() and "PayerId" in ${made('payers')}
       and not exists (select from insurances i where i.site = p.site and i."PayerId" = p."PayerId")`,
    [id],
  );
  await tx.run(
    `update import_batches set "undoneAt" = clock_timestamp() where site = app_site() and "ImportBatchId" = $1`,
    [id],
  );
  return { patients, payers, insurances, unchanged: 0 };
}
