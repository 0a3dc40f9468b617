import { cast } from '#server/demo/cast.ts';
import type { TestDatabase } from '#server/testing/database.ts';

/** Parents first. */
const tables = [
  'sites',
  'permission_groups',
  'users',
  'organizations',
  'regions',
  'facilities',
  'providers',
  'payer_reporting_types',
  'payers',
  'referring_providers',
  'payer_rules',
  'other_contacts',
  'cpt_codes',
  'fee_schedule',
  'patients',
  'insurances',
  'cases',
  'scripts',
  'authorizations',
  'subject_notes',
  'visits',
  'visit_requests',
  'visit_history',
  'custom_days',
  'holidays',
  'non_patient_visits',
  'visit_notes',
  'services',
  'claims',
  'claim_files',
  'ledger_entries',
  'control_numbers',
];

const { today } = cast.visits;
/** Some of the demo clinic's visits of today; their patients and charts come with them. */
export const visitsOfSite = [
  today.scheduled,
  today.confirmed,
  today.checkedIn,
  today.inProgress,
  today.review,
  today.billing,
  today.ptaInProgress,
  today.riverside,
];
const codes = ['97110', '97140', '97530', '97161'];

let columns: Map<string, string[]> | null = null;

/** A small clinic that every seed copies: the ids are the demo clinic's, the site is another each time. */
export async function makeTemplate(db: TestDatabase): Promise<void> {
  columns = await columnsOf(db);
  const visits = list(visitsOfSite);
  const patients = `(select "PatientId" from visits where site = 'demo' and "VisitId" in ${visits})`;
  const only: Record<string, string> = {
    users: `"UserId" in ${list([cast.users.front, cast.users.pt, cast.users.pta, cast.users.admin])}`,
    cpt_codes: `"CPT_Code" in ${list(codes)}`,
    fee_schedule: `"CPT_Code" in ${list(codes)}`,
    patients: `"PatientId" in ${patients}`,
    insurances: `"PatientId" in ${patients}`,
    cases: `"PatientId" in ${patients}`,
    scripts: `"PatientId" in ${patients}`,
    authorizations: `"PatientId" in ${patients}`,
    subject_notes: `"PatientId" in ${patients}`,
    visit_requests: `"PatientId" in ${patients}`,
    claim_files: `"ClaimId" in (select "ClaimId" from claims where site = 'demo' and "VisitId" in ${visits})`,
    ...Object.fromEntries(
      ['visits', 'visit_history', 'visit_notes', 'services', 'claims', 'ledger_entries'].map((table) => [
        table,
        `"VisitId" in ${visits}`,
      ]),
    ),
  };
  await db.owner(tables.map((table) => copied(table, 'demo', 'world', only[table])).join(';'));
}

/** Fills a new site with a copy of the template. */
export async function makeSite(db: TestDatabase, site: string): Promise<void> {
  await db.owner(tables.map((table) => copied(table, 'world', site)).join(';'));
}

function copied(table: string, from: string, to: string, where = 'true'): string {
  const names = columns?.get(table)?.map((name) => `"${name}"`) ?? [];
  const values = names.map((name) => (name === '"site"' ? `'${to}'` : name));
  return `insert into ${table} (${names.join()}) select ${values.join()} from ${table} where site = '${from}' and ${where}`;
}

async function columnsOf(db: TestDatabase): Promise<Map<string, string[]>> {
  const rows = await db.owner<{ table: string; name: string }>(
    `select table_name as "table", column_name as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' and table_name = any ($1)`,
    [tables],
  );
  return new Map([...Map.groupBy(rows, (row) => row.table)].map(([table, of]) => [table, of.map((row) => row.name)]));
}

function list(values: string[]): string {
  return `(${values.map((value) => `'${value}'`).join()})`;
}
