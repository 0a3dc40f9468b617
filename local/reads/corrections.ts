import type { ToCorrect } from '#contract/billing/endpoints.ts';
import { needsCorrection } from '#contract/billing/needs-correction.ts';
import { readAll, readRows } from './reads.ts';
import { passes, type VisitFilter, type VisitLine } from './visits.ts';

export type Amended = Omit<ToCorrect, 'after'>;

/**
 * Lines of claims the server lists for correction, whose visits may be too old for this device; it counts where it has
 * them. Where visit or case came from the server, their charges, note and payers are not here either.
 */
export async function correctionLines(of: Amended, filter: VisitFilter): Promise<VisitLine[]> {
  const visits = await overOwn('visits', 'VisitId', of.visits);
  const claims = await overOwn('claims', 'ClaimId', of.claims);
  const patients = await overOwn('patients', 'PatientId', of.patients);
  const cases = await overOwn('cases', 'CaseId', of.cases);
  const providers = new Map((await readAll('providers')).map((row) => [row.ProviderId, row]));
  return of.claims.flatMap(({ ClaimId, VisitId }): VisitLine[] => {
    const [claim, visit] = [claims.all.get(ClaimId), visits.all.get(VisitId)];
    if (!claim || !visit || !needsCorrection(claim) || !passes(visit, filter)) return [];
    const isElsewhere = !visits.here.has(VisitId) || !cases.here.has(visit.CaseId);
    const beside = { note: undefined, alertNotes: [], isElsewhere };
    const [patient, episode] = [patients.all.get(visit.PatientId), cases.all.get(visit.CaseId)];
    return [{ visit, claim, patient, case: episode, provider: providers.get(visit.ProviderId), ...beside }];
  });
}

/** Rows by their key, as this device has them where it does, and the keys of those. */
async function overOwn<R extends object>(
  entity: 'visits' | 'claims' | 'patients' | 'cases',
  key: keyof R & string,
  rows: readonly R[],
): Promise<{ all: Map<string, R>; here: Set<string> }> {
  const keyed = (list: readonly R[]) => list.map((row) => [String(row[key]), row] as const);
  const own = keyed(
    (await readRows(
      entity,
      rows.map((row) => String(row[key])),
    )) as unknown as R[],
  );
  return { all: new Map([...keyed(rows), ...own]), here: new Set(own.map(([id]) => id)) };
}
