import type { z } from 'zod';
import { addDays } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { daysBack, type OwnVisit, type OwnVisits } from '#contract/patient-visits/endpoints.ts';
import { reachOf, type Principal } from '#contract/patient-login/principal.ts';
import { facilitySettingsFrom, settingsFrom } from '#contract/settings/settings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { facilityOf, shownVisit, siteOf } from '#server/features/messages/store.ts';
import type { PatientCaller } from '#server/features/patient-login/store.ts';
import { lockVisit, readVisits, siteSettings } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { visitCalendar } from './store.ts';

type Facility = NonNullable<Awaited<ReturnType<typeof facilityOf>>>;

/** For whom the caller sees and answers visits: themselves, or those for whom a guarantor acts. */
export function actsFor(caller: PatientCaller): PatientCaller['patients'] {
  const { kind, level, scope } = caller;
  const principalOf = (isProxy: boolean): Principal =>
    kind === 'patient' ? level : kind === 'guarantor' ? (isProxy ? 'proxy' : 'guarantor') : 'unrecognized';
  return caller.patients.filter(({ isProxy }) => reachOf(principalOf(isProxy), 'visits', scope) === 'yes');
}

/** Their visits, from three months ago on; audited for each patient. */
export async function ownVisits(tx: Tx, caller: PatientCaller, now: Date): Promise<z.input<typeof OwnVisits>> {
  const patients = actsFor(caller);
  if (patients.length === 0) fail('no-permission', refusals.loginProblem.en);
  const since = addDays(caller.today, -daysBack);
  const rows = await tx.rows<{ VisitId: string }>(
    `select "VisitId" from visits where site = app_site() and "PatientId" = any ($1::uuid[]) and "Start" >= $2`,
    [patients.map(({ PatientId }) => PatientId), since],
  );
  const visits = await readVisits(
    tx,
    rows.map(({ VisitId }) => VisitId),
  );
  const places = new Map<string, Facility | undefined>();
  const shown: z.input<typeof OwnVisit>[] = [];
  for (const visit of visits) {
    if (!places.has(visit.FacilityId)) places.set(visit.FacilityId, await facilityOf(tx, visit.FacilityId));
    const facility = places.get(visit.FacilityId);
    const FirstName = patients.find(({ PatientId }) => PatientId === visit.PatientId)?.FirstName ?? '';
    if (facility) shown.push(await shownOf(tx, { visit, facility, FirstName, now }));
  }
  for (const { PatientId } of patients) await noteOf(tx, caller, { action: 'patient read', PatientId, pk: PatientId });
  const [first] = places.values();
  const clinic = facilitySettingsFrom(first ?? {}).patient_mail_name ?? (await siteOf(tx)).Name;
  return { clinic, kind: caller.kind, visits: shown };
}

type Shown = { visit: Visit; facility: Facility; FirstName: string; now: Date };

async function shownOf(tx: Tx, { visit, facility, FirstName, now }: Shown): Promise<z.input<typeof OwnVisit>> {
  const provider = await tx.maybe<{ FirstName: string }>(
    `select "FirstName" from providers where site = app_site() and "ProviderId" = $1`,
    [visit.ProviderId],
  );
  return {
    ...shownVisit(visit, facility, { lateHours: await lateHours(tx), now }),
    VisitId: visit.VisitId,
    End: visit.End,
    FirstName,
    provider: provider?.FirstName ?? '',
    phone: facility.Phone,
    address: [facility.Address1, facility.City].filter(Boolean).join(', '),
  };
}

async function lateHours(tx: Tx): Promise<number> {
  return settingsFrom((await siteSettings(tx)).settings).late_cancel_hours;
}

type Noted = { action: 'patient read' | 'patient change'; PatientId: string; pk: string };

async function noteOf(tx: Tx, caller: PatientCaller, { action, PatientId, pk }: Noted): Promise<void> {
  const { site, kind, level, SessionId } = caller;
  const detail = { principal: kind, level, session: SessionId };
  await audit(tx, site, { UserId: null, action, entity: 'visits', pk, PatientId, detail });
}

/** A visit that the caller may answer for, held until the transaction ends, with what its rules need. */
export async function answeredVisit(tx: Tx, caller: PatientCaller, { id, now }: { id: string; now: Date }) {
  const visit = await lockVisit(tx, id);
  const patient = actsFor(caller).find(({ PatientId }) => PatientId === visit?.PatientId);
  // A visit of somebody else looks like none.
  if (!visit || !patient) fail('not-found', refusals.visitGone.en);
  const facility = await facilityOf(tx, visit.FacilityId);
  await noteOf(tx, caller, { action: 'patient change', PatientId: patient.PatientId, pk: id });
  const by = caller.kind === 'patient' ? 'By the patient, logged in' : 'By a guarantor, logged in';
  return { visit, facility, lateHours: await lateHours(tx), now, by };
}

/** One visit as a calendar file; it replaces an older one of the same visit in the calendar. */
export async function calendarOf(tx: Tx, caller: PatientCaller, { id }: { id: string }): Promise<string> {
  const [visit] = await readVisits(tx, [id]);
  const patient = actsFor(caller).find(({ PatientId }) => PatientId === visit?.PatientId);
  if (!visit || !patient) fail('not-found', refusals.visitGone.en);
  await noteOf(tx, caller, { action: 'patient read', PatientId: patient.PatientId, pk: id });
  return visitCalendar(tx, caller.site, visit);
}
