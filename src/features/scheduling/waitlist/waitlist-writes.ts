import type { VisitRequestId } from '#contract/base/ids.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { queueWrite } from '#local/outbox.ts';

export type RequestFields = Omit<VisitRequest, 'VisitRequestId' | 'PatientId' | 'state' | 'AskedAt' | 'updated_at'>;

/** Writes a place on the waitlist, new or known; works offline. `before` is how somebody saw it who changes it. */
export async function saveRequest(
  id: VisitRequestId,
  of: RequestFields,
  { before, ...more }: { before?: RequestFields | undefined; reopens?: true } = {},
): Promise<void> {
  await queueWrite('scheduling.saveVisitRequest', { ...written(of), id, ...more }, before && written(before));
}

function written(of: RequestFields): RequestFields {
  const { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId } = of;
  return { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId };
}
