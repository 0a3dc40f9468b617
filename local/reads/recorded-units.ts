import type { Authorization } from '#contract/cases/authorization.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readWhere } from './reads.ts';

/** The visits of a patient with the units recorded on each and whether its note is signed. */
export async function recordedOn<V extends Pick<Visit, 'VisitId'>>(PatientId: string, visits: readonly V[]) {
  const of = { index: 'PatientId', equals: PatientId };
  const notes = await readWhere('visitNotes', of);
  const services = await readWhere('services', of);
  const signed = new Set(notes.flatMap((note) => (note.signedAt === null ? [] : [note.VisitId])));
  const units = new Map<string, number>();
  for (const { VisitId, Units } of services) units.set(VisitId, (units.get(VisitId) ?? 0) + Units);
  return visits.map((visit) => ({
    ...visit,
    isSigned: signed.has(visit.VisitId),
    Units: units.get(visit.VisitId) ?? 0,
  }));
}

/** The same for visits of whom an authorization counts units; the others stay as they are. */
export async function recordedWhereCounted<V extends Pick<Visit, 'VisitId' | 'CaseId' | 'PatientId'>>(
  visits: readonly V[],
  authorizations: readonly Pick<Authorization, 'CaseId' | 'Kind'>[],
): Promise<(V & { isSigned?: boolean; Units?: number })[]> {
  const cases = new Set(authorizations.flatMap(({ CaseId, Kind }) => (Kind === 'units' ? [CaseId] : [])));
  const counted = visits.filter(({ CaseId }) => cases.has(CaseId));
  const known = new Map<string, V & { isSigned: boolean; Units: number }>();
  for (const [PatientId, own] of Map.groupBy(counted, (visit) => visit.PatientId)) {
    for (const visit of await recordedOn(PatientId, own)) known.set(visit.VisitId, visit);
  }
  return visits.map((visit) => known.get(visit.VisitId) ?? visit);
}
