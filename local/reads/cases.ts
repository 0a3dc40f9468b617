import type { CaseId, PatientId } from '#contract/base/ids.ts';
import { payerOn, type Payer } from '#contract/address-book/payer.ts';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import type { Case } from '#contract/cases/case.ts';
import { reasonInNotes, type DischargeReason } from '#contract/cases/discharge-reason.ts';
import { payersOfCase } from '#contract/cases/payers-of-case.ts';
import { onCase, seenOnCase, type SeenOnCase } from '#contract/cases/seen-on-case.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';

export function readCase(CaseId: CaseId): Promise<Case | undefined> {
  return readRow('cases', CaseId);
}

/** A patient's cases, those still open first, then the latest. */
export async function casesOfPatient(PatientId: PatientId): Promise<Case[]> {
  const cases = await readWhere('cases', { index: 'PatientId', equals: PatientId });
  return cases.toSorted(
    (a, b) =>
      Number(a.DischargedAt !== null) - Number(b.DischargedAt !== null) || b.StartDate.localeCompare(a.StartDate),
  );
}

/** Who pays for a case, primary first, with the rules of a day; empty is self-pay. */
export async function readPayersOfCase(CaseId: CaseId, day: string): Promise<Payer[]> {
  const found = await readCase(CaseId);
  if (!found) return [];
  const insurances = await readRows('insurances', found.InsuranceIds);
  const payers = await readRows(
    'payers',
    insurances.map((insurance) => insurance.PayerId),
  );
  return payersOfCase(found, insurances, payers).map((payer) => payerOn(payer, day));
}

/** Visits of a case on this device. */
export function visitsOfCase(CaseId: CaseId): Promise<Visit[]> {
  return readWhere('visits', { index: 'CaseId', equals: CaseId });
}

/** Why a case ends, as its latest discharge note says it, signed or not; null while none does. */
export async function notedReasonOf(CaseId: CaseId): Promise<DischargeReason | null> {
  return reasonInNotes(await readWhere('visitNotes', { index: 'CaseId', equals: CaseId }));
}

/** What belongs to a case and goes with it, as this device shows it. */
export async function shownOnCase(CaseId: CaseId): Promise<SeenOnCase> {
  const of = { index: 'CaseId', equals: CaseId };
  const rows = await Promise.all(onCase.map(async ({ entity }) => [entity, await readWhere(entity, of)] as const));
  return seenOnCase(Object.fromEntries(rows));
}

/** Why a case cannot be deleted, as far as this device knows, or null. */
export async function whyCaseStays(CaseId: CaseId): Promise<string | null> {
  const inCase = { index: 'CaseId', equals: CaseId };
  const [visits, notes, columns, stamps] = await Promise.all([
    visitsOfCase(CaseId),
    readWhere('visitNotes', inCase),
    readWhere('visitExercises', inCase),
    readWhere('planStamps', inCase),
  ]);
  if (stamps.length > 0 || columns.some(({ Cells }) => Object.keys(Cells).length > 0))
    return 'This case has notes or charges, so it can’t be deleted. Discharge it instead.';
  const stages = new Set(visits.map((visit) => visit.stage));
  stages.delete('cancelled');
  if (stages.size === 0 && notes.length === 0) return null;
  const isOnlyBooked =
    notes.length === 0 && [...stages].every((stage) => stage === 'scheduled' || stage === 'confirmed');
  return isOnlyBooked
    ? 'This case has booked visits. Cancel or remove them first, then delete the case.'
    : 'This case has past visits, so it can’t be deleted. Discharge it instead.';
}

/** Facilities a case may be opened at. */
export async function openFacilities(): Promise<Facility[]> {
  return (await readAll('facilities')).filter((facility) => !facility.Inactive);
}

/** Referring providers a case or a script may name, by name. */
export async function activeReferring(): Promise<ReferringProvider[]> {
  const all = await readAll('referringProviders');
  return all
    .filter((one) => !one.Inactive && !one.MergedIntoId)
    .toSorted((a, b) => referringName(a).localeCompare(referringName(b)));
}
