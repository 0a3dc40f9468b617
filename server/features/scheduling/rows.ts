import type { z } from 'zod';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { Holiday } from '#contract/scheduling/holiday.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** Days from one up to, not including, another. */
export type Days = { from: string; until: string };

export function customDaysIn(tx: Tx, ProviderIds: readonly string[], { from, until }: Days): Promise<CustomDay[]> {
  return tx.rows(
    `select ${columnsOf('customDays', 'c')} from custom_days c where site = app_site() and "ProviderId" = any ($1::uuid[])
       and day >= $2::date and day < $3::date order by day, "CustomDayId"`,
    [ProviderIds, from, until],
  );
}

export function holidaysIn(tx: Tx, { from, until }: Days): Promise<Holiday[]> {
  return tx.rows(
    `select ${columnsOf('holidays', 'h')} from holidays h where site = app_site() and day >= $1::date and day < $2::date
     order by day, "Name", "HolidayId"`,
    [from, until],
  );
}

/** Writes a custom day in the place of the one its provider had that day, whose id stays. */
export async function storeCustomDay(
  tx: Tx,
  { CustomDayId, ProviderId, day, blocks, Note }: Omit<CustomDay, 'updated_at'>,
): Promise<z.input<typeof CustomDay> | undefined> {
  const [stored] = await tx.rows<z.input<typeof CustomDay>>(
    `insert into custom_days as c (site, "CustomDayId", "ProviderId", day, blocks, "Note")
     values (app_site(), $1, $2, $3::date, $4::jsonb, $5)
     on conflict (site, "ProviderId", day) do update set blocks = excluded.blocks, "Note" = excluded."Note"
     returning ${columnsOf('customDays', 'c')}`,
    [CustomDayId, ProviderId, day, JSON.stringify(blocks), Note],
  );
  return stored;
}

/** Whose day has this id, if any has. */
export async function ownerOfCustomDay(tx: Tx, id: string): Promise<{ ProviderId: string; day: string } | undefined> {
  return tx.maybe(
    `select "ProviderId", day::text as day from custom_days where site = app_site() and "CustomDayId" = $1`,
    [id],
  );
}

export async function deleteCustomDay(tx: Tx, ProviderId: string, day: string): Promise<void> {
  await tx.run(`delete from custom_days where site = app_site() and "ProviderId" = $1 and day = $2::date`, [
    ProviderId,
    day,
  ]);
}

export async function readNonPatientVisit(tx: Tx, id: string): Promise<NonPatientVisit | undefined> {
  const [found] = await tx.rows<NonPatientVisit>(
    `select ${columnsOf('nonPatientVisits', 'n')} from non_patient_visits n where site = app_site() and "NonPatientVisitId" = $1 for update`,
    [id],
  );
  return found;
}

/** Writes it, new or known; undefined when the id is that of one the caller does not see. */
export async function storeNonPatientVisit(
  tx: Tx,
  row: Omit<NonPatientVisit, 'updated_at'>,
): Promise<z.input<typeof NonPatientVisit> | undefined> {
  const { NonPatientVisitId, ...fields } = row;
  const columns = Object.keys(fields)
    .map((column) => `"${column}"`)
    .join(', ');
  const known = await tx.rows<z.input<typeof NonPatientVisit>>(
    `update non_patient_visits n set (${columns}) = (
       select ${columns} from jsonb_populate_record(null::non_patient_visits, $1::jsonb))
     where site = app_site() and "NonPatientVisitId" = $2 returning ${columnsOf('nonPatientVisits', 'n')}`,
    [JSON.stringify(row), NonPatientVisitId],
  );
  if (known[0]) return known[0];
  const made = await tx.rows<z.input<typeof NonPatientVisit>>(
    `insert into non_patient_visits as n (site, "NonPatientVisitId", ${columns})
     select app_site(), "NonPatientVisitId", ${columns} from jsonb_populate_record(null::non_patient_visits, $1::jsonb)
     on conflict do nothing returning ${columnsOf('nonPatientVisits', 'n')}`,
    [JSON.stringify(row)],
  );
  return made[0];
}

export function deleteNonPatientVisit(tx: Tx, id: string): Promise<number> {
  return tx.run(`delete from non_patient_visits where site = app_site() and "NonPatientVisitId" = $1`, [id]);
}

export function providersNamed(tx: Tx, ids: readonly string[]): Promise<Provider[]> {
  return tx.rows(
    `select ${columnsOf('providers', 'p')} from providers p where site = app_site() and "ProviderId" = any ($1::uuid[])`,
    [ids],
  );
}

/** Who works at a facility, or anywhere for null; those who have left are not among them. */
export function providersAt(tx: Tx, FacilityId: string | null): Promise<Provider[]> {
  return tx.rows(
    `select ${columnsOf('providers', 'p')} from providers p where site = app_site() and not "Inactive" and not pending
       and ($1::uuid is null or $1 = any ("FacilityIds")) order by "LastName", "FirstName", "ProviderId"`,
    [FacilityId],
  );
}

export function facilitiesNamed(tx: Tx, ids: readonly string[]): Promise<Facility[]> {
  return tx.rows(
    `select ${columnsOf('facilities', 'f')} from facilities f where site = app_site() and "FacilityId" = any ($1::uuid[])`,
    [ids],
  );
}

export type Asked = Days & { ProviderIds: readonly string[]; FacilityId: string | null; PatientId: string | null };

/** Visits of some days that the caller may see. */
export function visitsIn(tx: Tx, asked: Asked): Promise<Visit[]> {
  return tx.rows(
    `select ${columnsOf('visits', 'v')} from visits v where site = app_site() and "Start" >= $1 and "Start" < $2
       and (cardinality($3::uuid[]) = 0 or "ProviderId" = any ($3))
       and ($4::uuid is null or "FacilityId" = $4) and ($5::uuid is null or "PatientId" = $5)
     order by "Start", "VisitId"`,
    [asked.from, asked.until, asked.ProviderIds, asked.FacilityId, asked.PatientId],
  );
}

export function nonPatientVisitsIn(tx: Tx, asked: Asked): Promise<NonPatientVisit[]> {
  return tx.rows(
    `select ${columnsOf('nonPatientVisits', 'n')} from non_patient_visits n where site = app_site() and "Start" >= $1 and "Start" < $2
       and (cardinality($3::uuid[]) = 0 or "ProviderId" = any ($3)) and ($4::uuid is null or "FacilityId" = $4)
     order by "Start", "NonPatientVisitId"`,
    [asked.from, asked.until, asked.ProviderIds, asked.FacilityId],
  );
}

/** With birth date and phone, for lists that have to tell two of one name apart. */
export function patientLines(tx: Tx, ids: readonly string[]): Promise<PatientName[]> {
  return tx.rows<PatientName>(
    `select "PatientId", "FirstName", "LastName", "PreferredName", "DateOfBirth"::text as "DateOfBirth", "Phone" from patients
     where site = app_site() and "PatientId" = any ($1::uuid[])`,
    [ids],
  );
}
