import type { PatientAsk } from '#contract/visits/visit.ts';
import type { Language } from '#contract/words/language.ts';
import type { Tx } from '#server/kit/context.ts';

export type Facility = {
  Name: string;
  Address1: string;
  City: string;
  Phone: string | null;
  TimeZone: string;
  settings: Record<string, unknown>;
};

export function facilityOf(tx: Tx, id: string): Promise<Facility | undefined> {
  return tx.maybe<Facility>(
    `select coalesce("LastName", "FirstName", '') as "Name", "Address1", "City", "Phone", "TimeZone", settings
     from facilities where site = app_site() and "FacilityId" = $1`,
    [id],
  );
}

/** Whether a tablet is enrolled at the facility of a visit. */
export async function hasKioskFor(tx: Tx, VisitId: string | null): Promise<boolean> {
  const row = await tx.maybe(
    `select from kiosks k join visits v on v.site = k.site and v."FacilityId" = k."FacilityId"
     where k.site = app_site() and v."VisitId" = $1 and k."revokedAt" is null and k."deviceKey" is not null limit 1`,
    [VisitId],
  );
  return row !== undefined;
}

type Patient = { FirstName: string; Email: string | null; Phone: string | null; Language: Language | null };

export function patientOf(tx: Tx, id: string): Promise<Patient | undefined> {
  return tx.maybe<Patient>(
    `select "FirstName", "Email", "Phone", "Language" from patients where site = app_site() and "PatientId" = $1`,
    [id],
  );
}

export async function siteOf(tx: Tx): Promise<{ Name: string }> {
  const found = await tx.maybe<{ Name: string }>('select "Name" from sites where site = app_site()');
  if (!found) throw new Error('The site of a link is gone');
  return found;
}

export async function storeLanguage(tx: Tx, PatientId: string, language: Language): Promise<void> {
  await tx.run(
    `update patients set "Language" = $2 where site = app_site() and "PatientId" = $1 and "Language" is distinct from $2`,
    [PatientId, language],
  );
}

export async function askOfVisit(tx: Tx, VisitId: string, ask: PatientAsk): Promise<void> {
  await tx.run(`update visits set "PatientAsk" = $2 where site = app_site() and "VisitId" = $1`, [
    VisitId,
    JSON.stringify(ask),
  ]);
}
