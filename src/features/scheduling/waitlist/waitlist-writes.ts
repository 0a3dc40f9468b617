import type { VisitRequestId } from '#contract/base/ids.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { queueWrite } from '#local/outbox.ts';

export type RequestFields = Omit<VisitRequest, 'VisitRequestId' | 'PatientId' | 'state' | 'AskedAt' | 'updated_at'>;

/** Writes a place on the waitlist, new or known; works offline. */
export async function saveRequest(id: VisitRequestId, of: RequestFields, more: { reopens?: true } = {}): Promise<void> {
  const { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId } = of;
  const fields = { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId };
  await queueWrite('scheduling.saveVisitRequest', { ...fields, id, ...more });
}
