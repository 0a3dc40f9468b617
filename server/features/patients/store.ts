import type { Case } from '#contract/cases/case.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const patientColumnsOut = columnsOf('patients', 'p');

export async function readPatient(tx: Tx, id: string): Promise<Patient | undefined> {
  return tx.maybe<Patient>(`select ${patientColumnsOut} from patients p where site = app_site() and "PatientId" = $1`, [
    id,
  ]);
}

/** The patient, held until the transaction ends: two merges at once must not undo each other. */
export async function lockPatient(tx: Tx, id: string): Promise<Patient | undefined> {
  return tx.maybe<Patient>(
    `select ${patientColumnsOut} from patients p where site = app_site() and "PatientId" = $1 for update`,
    [id],
  );
}

export async function insurancesOf(tx: Tx, patientId: string): Promise<Insurance[]> {
  return tx.rows<Insurance>(
    `select ${columnsOf('insurances', 'i')} from insurances i
     where site = app_site() and "PatientId" = $1 order by "Priority", "InsuranceId"`,
    [patientId],
  );
}

/** Cases of the facilities the caller may see, newest first. */
export async function casesOf(tx: Tx, patientId: string): Promise<Case[]> {
  return tx.rows<Case>(
    `select ${columnsOf('cases', 'c')} from cases c
     where site = app_site() and "PatientId" = $1 order by "StartDate" desc, "CaseId"`,
    [patientId],
  );
}

export async function readCase(tx: Tx, id: string): Promise<Case | undefined> {
  return tx.maybe<Case>(`select ${columnsOf('cases', 'c')} from cases c where site = app_site() and "CaseId" = $1`, [
    id,
  ]);
}

export async function casesById(tx: Tx, ids: readonly string[]): Promise<Case[]> {
  return tx.rows<Case>(
    `select ${columnsOf('cases', 'c')} from cases c where site = app_site() and "CaseId" = any ($1::uuid[])`,
    [ids],
  );
}

export async function patientsById(tx: Tx, ids: readonly string[]): Promise<Patient[]> {
  return tx.rows<Patient>(
    `select ${columnsOf('patients', 'p')} from patients p where site = app_site() and "PatientId" = any ($1::uuid[])`,
    [ids],
  );
}

const insuranceColumns = `"InsuranceId", "PayerId", "Priority", "MemberId", "GroupNumber", "Relationship", "Subscriber", "StartDate", "EndDate"`;
const patientColumns = `"PatientId", "PersonId", "FirstName", "MiddleName", "LastName", "PreferredName", "Pronouns", "DateOfBirth", "Sex",
  "Phone", "Email", "Address1", "City", "StateOrProvince", "PostalCode", alerts, "FacilityId", "MessageConsent", "Language"`;

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
       on conflict do nothing returning to_jsonb(p) - 'site' - 'scope' as row),
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

/** One more policy of a patient; undefined where there is no such payer, or a policy of this id. */
export function addInsurance(tx: Tx, PatientId: string, policy: object): Promise<Insurance | undefined> {
  return tx.maybe<Insurance>(
    `insert into insurances as i (site, "PatientId", ${insuranceColumns})
     select app_site(), $1, ${insuranceColumns} from jsonb_populate_record(null::insurances, $2::jsonb) n
     where exists (select from payers p where p.site = app_site() and p."PayerId" = n."PayerId")
     on conflict do nothing returning ${columnsOf('insurances', 'i')}`,
    [PatientId, JSON.stringify(policy)],
  );
}

/** Sets the named columns; names come from the contract's field list, never from the caller. */
export async function updatePatient(tx: Tx, id: string, changes: object): Promise<Patient | undefined> {
  const columns = Object.keys(changes);
  if (columns.length === 0) return readPatient(tx, id);
  const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
  return tx.maybe<Patient>(
    `update patients p set ${assignments} from jsonb_populate_record(null::patients, $2::jsonb) n
     where p.site = app_site() and p."PatientId" = $1 returning ${patientColumnsOut}`,
    [id, JSON.stringify(changes)],
  );
}

export type Known = { today: string | null; isFacility: boolean; unknownPayers: string[] };

/** The day it is in this site, whether it has the facility where one is named, and which of the payers it has not. */
export async function whatIsKnown(
  tx: Tx,
  { FacilityId, PayerIds }: { FacilityId: string | null; PayerIds: string[] },
): Promise<Known> {
  const [known] = await tx.rows<Known>(
    `select (select (now() at time zone "TimeZone")::date::text from sites where site = app_site()) as today,
       $1::uuid is null or exists (select from facilities where site = app_site() and "FacilityId" = $1) as "isFacility",
       array(select id::text from unnest($2::uuid[]) as asked (id) where not exists (
         select from payers where site = app_site() and "PayerId" = id)) as "unknownPayers"`,
    [FacilityId, PayerIds],
  );
  return known ?? { today: null, isFacility: false, unknownPayers: PayerIds };
}
