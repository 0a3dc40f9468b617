import { payerOn, type Payer } from '#contract/address-book/payer.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { chargesRefusal, performersIn } from '#contract/charges/recorded-services.ts';
import { recountedServices, type Recount } from '#contract/charges/recounted-services.ts';
import type { CptDescription, Service } from '#contract/charges/service.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit, VisitHistory } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

/** What other features need of bookings. */
export { insertVisits, readCaseOf, scheduleOf, setSchedule } from './booking-rows.ts';

const visitColumns = columnsOf('visits', 'v');

export async function readVisit(tx: Tx, id: string): Promise<Visit | undefined> {
  return tx.maybe<Visit>(`select ${visitColumns} from visits v where site = app_site() and "VisitId" = $1`, [id]);
}

/** The visit, held against other writers until the transaction ends. */
export async function lockVisit(tx: Tx, id: string): Promise<Visit | undefined> {
  return tx.maybe<Visit>(`select ${visitColumns} from visits v where site = app_site() and "VisitId" = $1 for update`, [
    id,
  ]);
}

/** Visits of these ids that the caller may see, by start. */
export async function readVisits(tx: Tx, ids: string[]): Promise<Visit[]> {
  return tx.rows<Visit>(
    `select ${visitColumns} from visits v where site = app_site() and "VisitId" = any ($1::uuid[]) order by "Start", "VisitId"`,
    [ids],
  );
}

/** Whether two instants are the same moment, however they are written. */
export async function isSameInstant(tx: Tx, one: string, other: string): Promise<boolean> {
  const found = await tx.maybe<{ same: boolean }>('select $1::timestamptz = $2::timestamptz as same', [one, other]);
  return found?.same === true;
}

export async function setStage(
  tx: Tx,
  id: string,
  stage: VisitStage,
  { ClaimId = null, CancelReason = null }: { ClaimId?: string | null; CancelReason?: string | null } = {},
): Promise<Visit> {
  const found = await tx.maybe<Visit>(
    `update visits v set stage = $2, "ClaimId" = coalesce($3, "ClaimId"), "PatientAsk" = null,
            "CancelReason" = case when $2 in ('cancelled', 'noShow', 'lateCancel') then coalesce($4, "CancelReason") end
     where site = app_site() and "VisitId" = $1 returning ${visitColumns}`,
    [id, stage, ClaimId, CancelReason],
  );
  if (!found) throw new Error('A locked visit is gone');
  return found;
}

export async function endIntakeConflict(tx: Tx, id: string): Promise<Visit> {
  const found = await tx.maybe<Visit>(
    `update visits v set "intakeConflict" = '[]' where site = app_site() and "VisitId" = $1 returning ${visitColumns}`,
    [id],
  );
  if (!found) throw new Error('A locked visit is gone');
  return found;
}

/** What is known of the patient's forms (spec 3). */
export async function setIntake(
  tx: Tx,
  id: string,
  { intakeIncomplete, intakeConflict }: Pick<Visit, 'intakeIncomplete' | 'intakeConflict'>,
): Promise<void> {
  await tx.run(
    `update visits set "intakeIncomplete" = $2, "intakeConflict" = $3 where site = app_site() and "VisitId" = $1`,
    [id, intakeIncomplete, JSON.stringify(intakeConflict)],
  );
}

export type HistoryEntry = {
  action: string;
  from?: VisitStage;
  to?: VisitStage;
  note?: string | null;
  /** When it came to pass, where that is not now. */
  at?: Date;
};

export async function addHistory(tx: Tx, visit: Visit, UserId: string | null, entry: HistoryEntry): Promise<void> {
  await tx.run(
    `insert into visit_history (site, "VisitId", "PatientId", "FacilityId", "UserId", action, "from", "to", note, at)
     values (app_site(), $1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, clock_timestamp()))`,
    [
      visit.VisitId,
      visit.PatientId,
      visit.FacilityId,
      UserId,
      entry.action,
      entry.from ?? null,
      entry.to ?? null,
      entry.note ?? null,
      entry.at ?? null,
    ],
  );
}

export async function historyOf(tx: Tx, id: string): Promise<VisitHistory[]> {
  return tx.rows<VisitHistory>(
    `select ${columnsOf('visitHistory', 'h')} from visit_history h
     where site = app_site() and "VisitId" = $1 order by at, "VisitHistoryId"`,
    [id],
  );
}

/** Payers of a visit's case, primary first, with the rules of its day. */
export async function payersOfVisit(tx: Tx, visit: Visit): Promise<Payer[]> {
  return (await payersOfCase(tx, visit.CaseId)).map((payer) => payerOn(payer, visit.Start.slice(0, 10)));
}

/** Who pays for a case, primary first. */
export async function payersOfCase(tx: Tx, CaseId: string): Promise<Payer[]> {
  return tx.rows<Payer>(
    `select ${columnsOf('payers', 'p')}
     from cases c
     cross join unnest(c."InsuranceIds") with ordinality as policy (id, place)
     join insurances i on i.site = c.site and i."InsuranceId" = policy.id
     join payers p on p.site = i.site and p."PayerId" = i."PayerId"
     where c.site = app_site() and c."CaseId" = $1 order by policy.place`,
    [CaseId],
  );
}

export async function readProvider(tx: Tx, id: string): Promise<Provider | undefined> {
  return tx.maybe<Provider>(
    `select ${columnsOf('providers', 'p')} from providers p where site = app_site() and "ProviderId" = $1`,
    [id],
  );
}

/** Everyone named as having given some of these services. */
export async function performersOf(tx: Tx, entries: Parameters<typeof performersIn>[0]): Promise<Provider[]> {
  const ids = performersIn(entries);
  if (ids.length === 0) return [];
  return tx.rows<Provider>(
    `select ${columnsOf('providers', 'p')} from providers p where site = app_site() and "ProviderId" = any ($1::uuid[])`,
    [ids],
  );
}

const noteById = `select ${columnsOf('visitNotes', 'n')} from visit_notes n where site = app_site() and "NoteId" = $1`;

export async function readNote(tx: Tx, id: string): Promise<VisitNote | undefined> {
  return tx.maybe<VisitNote>(noteById, [id]);
}

/** Holds the note as it is until the transaction ends: an import or a script may be at it without holding the visit. */
export async function holdNote(tx: Tx, id: string): Promise<VisitNote | undefined> {
  return tx.maybe<VisitNote>(`${noteById} for update`, [id]);
}

export async function servicesOf(tx: Tx, id: string, lock: '' | 'for update' = ''): Promise<Service[]> {
  return tx.rows<Service>(
    `select ${columnsOf('services', 's')} from services s
     where site = app_site() and "VisitId" = $1 order by "SortOrder" ${lock}`,
    [id],
  );
}

/** As they stay until the end of the transaction, also for who changes them without looking at the visit. */
export function lockServices(tx: Tx, id: string): Promise<Service[]> {
  return servicesOf(tx, id, 'for update');
}

/** The code table as it held on a day of service. */
export async function codesOn(tx: Tx, day: string): Promise<CptDescription[]> {
  return tx.rows<CptDescription>(
    `select "CPT_Code", "Description", "AlwaysUntimed", timed, disciplines, "alwaysTherapy" from cpt_codes
     where site = app_site() and "EffectiveFrom" <= $1 and ("EffectiveTo" is null or $1 <= "EffectiveTo") order by "CPT_Code"`,
    [day],
  );
}

/** The services of a visit with what the rules of its day make of them now; nothing is written. */
export async function recountServices(tx: Tx, visit: Visit): Promise<Recount> {
  const recorded = await servicesOf(tx, visit.VisitId);
  const codes = await codesOn(tx, visit.Start.slice(0, 10));
  const provider = await readProvider(tx, visit.ProviderId);
  if (!provider) throw new Error('The provider of a visit is gone');
  const payer = billedFirst(await payersOfVisit(tx, visit));
  const performers = await performersOf(tx, recorded);
  return {
    recorded,
    now: recountedServices({ visit, services: recorded, codes, provider, performers, payer }),
    refusal: chargesRefusal(visit.stage, recorded, codes),
  };
}

type SiteSettings = { TimeZone: string; Name: string; settings: Record<string, unknown> };

/** The site's settings and zone, as its rules need them. */
export async function siteSettings(tx: Tx): Promise<SiteSettings> {
  const found = await tx.maybe<SiteSettings>(`select "TimeZone", "Name", settings from sites where site = app_site()`);
  if (!found) throw new Error('The site of a signed-in user is gone');
  return found;
}

/** Puts a message for a patient into the spool. */
export async function sendMessage(
  tx: Tx,
  visit: Visit,
  message: { kind: string; recipient: string; subject: string; body: string },
): Promise<void> {
  await tx.run(
    `insert into outbound_messages (site, "PatientId", "VisitId", channel, kind, recipient, subject, body)
     values (app_site(), $1, $2, 'email', $3, $4, $5, $6)`,
    [visit.PatientId, visit.VisitId, message.kind, message.recipient, message.subject, message.body],
  );
}
