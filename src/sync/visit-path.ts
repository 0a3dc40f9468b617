import type { Visit } from '#contract/visits/visit.ts';

/** Where a visit is opened in its patient's chart. */
export function visitPath({ PatientId, VisitId }: Pick<Visit, 'PatientId' | 'VisitId'>): string {
  return `/patients/${PatientId}?visit=${VisitId}`;
}
