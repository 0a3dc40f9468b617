import type { Case } from '#contract/cases/case.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Tx } from '#server/kit/context.ts';

/** A row as it goes out: every instant in one textual form. */
const patientJson = `to_jsonb(p) - 'site' - 'scope'`;

export async function readPatient(tx: Tx, id: string): Promise<Patient | undefined> {
  const found = await tx.maybe<{ row: Patient }>(
    `select ${patientJson} as row from patients p where site = app_site() and "PatientId" = $1`,
    [id],
  );
  return found?.row;
}

/** The patient, held until the transaction ends: two merges at once must not undo each other. */
export async function lockPatient(tx: Tx, id: string): Promise<Patient | undefined> {
  const found = await tx.maybe<{ row: Patient }>(
    `select ${patientJson} as row from patients p where site = app_site() and "PatientId" = $1 for update`,
    [id],
  );
  return found?.row;
}

export async function insurancesOf(tx: Tx, patientId: string): Promise<Insurance[]> {
  const rows = await tx.rows<{ row: Insurance }>(
    `select to_jsonb(i) - 'site' - 'scope' as row from insurances i
     where site = app_site() and "PatientId" = $1 order by "Priority", "InsuranceId"`,
    [patientId],
  );
  return rows.map(({ row }) => row);
}

/** Cases of the facilities the caller may see, newest first. */
export async function casesOf(tx: Tx, patientId: string): Promise<Case[]> {
  const rows = await tx.rows<{ row: Case }>(
    `select to_jsonb(c) - 'site' - 'scope' as row from cases c
     where site = app_site() and "PatientId" = $1 order by "StartDate" desc, "CaseId"`,
    [patientId],
  );
  return rows.map(({ row }) => row);
}

export async function readCase(tx: Tx, id: string): Promise<Case | undefined> {
  const found = await tx.maybe<{ row: Case }>(
    `select to_jsonb(c) - 'site' - 'scope' as row from cases c where site = app_site() and "CaseId" = $1`,
    [id],
  );
  return found?.row;
}

export type PatientSearch = { words: string[]; digits: string | null; birthDate: string | null };
export type PageEnd = [lastName: string, firstName: string, id: string];

const nameText = `translate(lower(' ' || p."LastName" || ' ' || p."FirstName" || ' ' || coalesce(p."PreferredName", '')), '-', ' ')`;
// Letters without their accents, so that `nguyen` finds Nguyễn; names of plain letters are spared the work.
const searched = `(select case when octet_length(name) = length(name) then name
  else regexp_replace(normalize(name, nfd), '[\\u0300-\\u036f]', '', 'g') end from (select ${nameText} as name) as whole)`;

/** Patients by last name, first name, id; every word must begin a word of the name. One row more than `limit` tells that there are more. */
export async function searchPatients(
  tx: Tx,
  search: PatientSearch,
  after: PageEnd | null,
  limit: number,
): Promise<Patient[]> {
  const where: string[] = ['site = app_site()'];
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  for (const word of search.words) where.push(`strpos(${searched}, ' ' || ${value(word)}) > 0`);
  if (search.digits !== null)
    where.push(`strpos(regexp_replace(coalesce(p."Phone", ''), '\\D', '', 'g'), ${value(search.digits)}) > 0`);
  if (search.birthDate !== null) where.push(`p."DateOfBirth" = ${value(search.birthDate)}::date`);
  if (after)
    where.push(
      `(lower(p."LastName"), lower(p."FirstName"), p."PatientId") > (${value(after[0])}, ${value(after[1])}, ${value(after[2])}::uuid)`,
    );
  const rows = await tx.rows<{ row: Patient }>(
    `select ${patientJson} as row from patients p where ${where.join(' and ')}
     order by lower(p."LastName"), lower(p."FirstName"), p."PatientId" limit ${value(limit + 1)}`,
    values,
  );
  return rows.map(({ row }) => row);
}

/** Where a page of `searchPatients` ended, in the database's own spelling. */
export async function pageEndOf(tx: Tx, id: string): Promise<PageEnd | null> {
  const found = await tx.maybe<{ last: string; first: string }>(
    `select lower("LastName") as last, lower("FirstName") as first from patients where site = app_site() and "PatientId" = $1`,
    [id],
  );
  return found ? [found.last, found.first, id] : null;
}

const insuranceColumns = `"InsuranceId", "PayerId", "Priority", "MemberId", "GroupNumber", "Relationship", "Subscriber", "StartDate", "EndDate"`;
const patientColumns = `"PatientId", "PersonId", "FirstName", "MiddleName", "LastName", "PreferredName", "Pronouns", "DateOfBirth", "Sex",
  "Phone", "Email", "Address1", "City", "StateOrProvince", "PostalCode", alerts, "FacilityId", "MessageConsent"`;

/** Writes a patient and the insurances in one statement; what was there already is left as it is and not returned. */
export async function insertPatient(
  tx: Tx,
  patient: object,
  insurances: object[],
): Promise<{ patient: Patient | null; insurances: Insurance[] }> {
  const made = await tx.maybe<{ patient: Patient | null; insurances: Insurance[] }>(
    `with one as (
       insert into patients as p (site, ${patientColumns})
       select app_site(), ${patientColumns} from jsonb_populate_record(null::patients, $1::jsonb)
       on conflict do nothing returning ${patientJson} as row),
     policies as (
       insert into insurances as i (site, "PatientId", ${insuranceColumns})
       select app_site(), (one.row ->> 'PatientId')::uuid, ${insuranceColumns} from one, jsonb_populate_recordset(null::insurances, $2::jsonb)
       on conflict do nothing returning to_jsonb(i) - 'site' - 'scope' as row)
     select (select row from one) as patient,
            (select coalesce(jsonb_agg(row order by row -> 'Priority', row ->> 'InsuranceId'), '[]') from policies) as insurances`,
    [JSON.stringify(patient), JSON.stringify(insurances)],
  );
  return made ?? { patient: null, insurances: [] };
}

/** Sets the named columns; names come from the contract's field list, never from the caller. */
export async function updatePatient(tx: Tx, id: string, changes: object): Promise<Patient | undefined> {
  const columns = Object.keys(changes);
  if (columns.length === 0) return readPatient(tx, id);
  const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
  const found = await tx.maybe<{ row: Patient }>(
    `update patients p set ${assignments} from jsonb_populate_record(null::patients, $2::jsonb) n
     where p.site = app_site() and p."PatientId" = $1 returning ${patientJson} as row`,
    [id, JSON.stringify(changes)],
  );
  return found?.row;
}

export async function facilityExists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.maybe('select from facilities where site = app_site() and "FacilityId" = $1', [id])) !== undefined;
}

/** Which of the payers named are not in this site's address book. */
export async function unknownPayers(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked (id) where not exists (select from payers where site = app_site() and "PayerId" = id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
