import { addDays } from '#contract/base/dates.ts';
import type { CaseId, PatientId, VisitId } from '#contract/base/ids.ts';
import type { Claim } from '#contract/billing/claim.ts';
import type { CardWord } from '#contract/compliance/card-words.ts';
import type { Case } from '#contract/cases/case.ts';
import { needsCosign } from '#contract/documentation/to-cosign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { alertsOn } from '#contract/subject-notes/active-notes.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit, VisitHistory } from '#contract/visits/visit.ts';
import { parkedCalls, waitingCalls } from '../outbox/outbox.ts';
import { readAll, readRow, readRows, readWhere, readWhereAny } from './reads.ts';

/** One visit with what its line on a work list says. What is not on this device is missing. */
export type VisitLine = {
  visit: Visit;
  patient: Patient | undefined;
  provider: Provider | undefined;
  case: Case | undefined;
  note: VisitNote | undefined;
  claim: Claim | undefined;
  /** Notes marked as alerts that count on the day of the visit. */
  alertNotes: readonly SubjectNote[];
  /** What runs out in the case, once it was counted (due-cases.ts). */
  words?: readonly CardWord[] | undefined;
  /** The server told of it, and its chart is not on this device: nothing can be decided here. */
  isElsewhere?: boolean;
};

export type VisitFilter = {
  FacilityId: string | null;
  /** Empty is every provider. */
  ProviderIds: readonly string[];
};

const stagesWithNote = new Set<VisitStage>(['inProgress', 'review', 'billing']);
const openStages = new Set<VisitStage>(['inProgress', 'review', 'billing', 'submitted']);

export function readVisit(VisitId: VisitId): Promise<Visit | undefined> {
  return readRow('visits', VisitId);
}

/** One visit with its line, or undefined when it is not on this device. */
export async function readVisitLine(VisitId: VisitId): Promise<VisitLine | undefined> {
  const visit = await readVisit(VisitId);
  return visit && (await linesOf([visit]))[0];
}

/** The visits of one day, by start and then by id so that equal times keep their places. */
export async function visitsOfDay(day: string, filter: VisitFilter): Promise<VisitLine[]> {
  const visits = await readWhere('visits', { index: 'day', equals: day });
  return linesOf(visits.filter((visit) => passes(visit, filter)).toSorted(byStart));
}

/** Visits up to today that still wait for someone: for a note, a cosignature, a claim or its correction. */
export async function unfinishedVisits(
  today: string,
  days: number,
  filter: VisitFilter,
  /** Whose visits with a note they were asked to cosign are there whatever is filtered. */
  asked: string | null = null,
): Promise<VisitLine[]> {
  const visits = await readWhere('visits', { index: 'day', from: addDays(today, -days), to: today });
  const open = visits.filter(({ stage }) => openStages.has(stage)).toSorted(byStart);
  const passing = await linesOf(
    open.filter((visit) => passes(visit, filter) || (asked !== null && visit.stage === 'review')),
  );
  return passing.filter(({ visit, note }) => passes(visit, filter) || isAskedToCosign(note, asked));
}

/** Whether a note waits for a cosignature that this provider was asked for. */
export function isAskedToCosign(note: VisitNote | undefined, by: string | null): boolean {
  return by !== null && note?.CosignerProviderId === by && needsCosign(note);
}

export async function visitsOfPatient(PatientId: PatientId): Promise<VisitLine[]> {
  const visits = await readWhere('visits', { index: 'PatientId', equals: PatientId });
  return linesOf(visits.toSorted((a, b) => byStart(b, a)));
}

/** The next visit of a patient that is still to come, from a wall time on. */
export async function nextVisit(PatientId: PatientId, from: string): Promise<Visit | undefined> {
  const visits = await readWhere('visits', { index: 'PatientId', equals: PatientId });
  return visits
    .filter((visit) => visit.Start >= from && (visit.stage === 'scheduled' || visit.stage === 'confirmed'))
    .toSorted(byStart)[0];
}

/** Oldest first. */
export async function historyOfVisit(VisitId: VisitId): Promise<VisitHistory[]> {
  const history = await readWhere('visitHistory', { index: 'VisitId', equals: VisitId });
  return history.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The visits of a case before a wall time, latest first. */
export async function earlierVisitsOfCase(CaseId: CaseId, before: string): Promise<Visit[]> {
  const visits = await readWhere('visits', { index: 'CaseId', equals: CaseId });
  return visits.filter((visit) => visit.Start < before).toSorted((a, b) => byStart(b, a));
}

/** Providers who work at a facility (all of them for null), by last name. */
export async function activeProviders(FacilityId: string | null): Promise<Provider[]> {
  const providers = await readAll('providers');
  return providers
    .filter(
      (provider) => !provider.Inactive && (FacilityId === null || provider.FacilityIds.some((id) => id === FacilityId)),
    )
    .toSorted((a, b) => a.LastName.localeCompare(b.LastName) || a.FirstName.localeCompare(b.FirstName));
}

export type CallCounts = {
  waiting: number;
  parked: number;
  /** A claim was asked for and is not made yet: asking again would be refused. */
  claimWaiting: boolean;
};

/** Calls of this device not yet taken by the server, by visit. */
export async function callsByVisit(): Promise<Map<string, CallCounts>> {
  const [waiting, parked] = await Promise.all([waitingCalls(), parkedCalls()]);
  const counts = new Map<string, CallCounts>();
  for (const call of [...waiting, ...parked]) {
    for (const id of visitsOf(call.input)) {
      const before = counts.get(id) ?? { waiting: 0, parked: 0, claimWaiting: false };
      counts.set(id, {
        waiting: before.waiting + Number(call.state !== 'parked'),
        parked: before.parked + Number(call.state === 'parked'),
        claimWaiting: before.claimWaiting || (call.state !== 'parked' && call.name === 'billing.submitClaim'),
      });
    }
  }
  return counts;
}

/** Which visit a call is about: its inputs name it `VisitId`, `visitId`, or by the path's `id`. */
export function visitOf(input: object): string | null {
  const named: { VisitId?: unknown; visitId?: unknown; id?: unknown } = input;
  const id = named.VisitId ?? named.visitId ?? named.id;
  return typeof id === 'string' ? id : null;
}

/** The visits a call is about: the one it names, or those of the series it books. */
function visitsOf(input: object): string[] {
  const { visits }: { visits?: unknown } = input;
  const one = visitOf(input);
  if (one !== null || !Array.isArray(visits)) return one === null ? [] : [one];
  return visits.flatMap((visit: unknown) =>
    typeof visit === 'object' && visit !== null ? (visitOf(visit) ?? []) : [],
  );
}

async function linesOf(visits: Visit[]): Promise<VisitLine[]> {
  const noted = visits.filter((visit) => stagesWithNote.has(visit.stage));
  const claimed = visits.flatMap((visit) => (visit.ClaimId ? [visit.ClaimId] : []));
  const [patients, cases, providers, notes, claims] = await Promise.all([
    readRows('patients', unique(visits.map((visit) => visit.PatientId))),
    readRows('cases', unique(visits.map((visit) => visit.CaseId))),
    readAll('providers'),
    readRows(
      'visitNotes',
      noted.map((visit) => visit.VisitId),
    ),
    readRows('claims', claimed),
  ]);
  const marked = await readWhereAny('subjectNotes', 'PatientId', unique(visits.map((visit) => visit.PatientId)));
  const notesByPatient = Map.groupBy(marked, ({ PatientId }) => String(PatientId));
  const patientById = new Map(patients.map((row) => [row.PatientId, row]));
  const caseById = new Map(cases.map((row) => [row.CaseId, row]));
  const providerById = new Map(providers.map((row) => [row.ProviderId, row]));
  const noteById = new Map(notes.map((row) => [row.VisitId, row]));
  const claimById = new Map(claims.map((row) => [row.ClaimId, row]));
  return visits.map((visit) => ({
    visit,
    patient: patientById.get(visit.PatientId),
    provider: providerById.get(visit.ProviderId),
    case: caseById.get(visit.CaseId),
    note: noteById.get(visit.VisitId),
    claim: visit.ClaimId ? claimById.get(visit.ClaimId) : undefined,
    alertNotes: alertsOn(notesByPatient.get(visit.PatientId) ?? [], visit.Start.slice(0, 10), visit.CaseId),
  }));
}

export function passes(visit: Visit, filter: VisitFilter): boolean {
  if (filter.FacilityId !== null && visit.FacilityId !== filter.FacilityId) return false;
  return filter.ProviderIds.length === 0 || filter.ProviderIds.includes(visit.ProviderId);
}

function byStart(a: Visit, b: Visit): number {
  return a.Start.localeCompare(b.Start) || a.VisitId.localeCompare(b.VisitId);
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
