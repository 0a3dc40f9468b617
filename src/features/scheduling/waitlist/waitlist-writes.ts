import type { VisitRequestId } from '#contract/base/ids.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import type { Settles } from '#local/drafts/drafts.ts';

export type RequestFields = Omit<VisitRequest, 'VisitRequestId' | 'PatientId' | 'state' | 'AskedAt' | 'updated_at'>;

type More = { before?: RequestFields | undefined; reopens?: true; draft?: Settles | undefined };

/**
 * Writes a place on the waitlist, new or known; works offline. `before` is how somebody saw it who changes it, `draft`
 * that of the form.
 */
export async function saveRequest(
  id: VisitRequestId,
  of: RequestFields,
  { before, draft, ...more }: More = {},
): Promise<void> {
  const base = before && written(before);
  await queueWrite('scheduling.saveVisitRequest', { ...written(of), id, ...more }, base, draft);
}

function written(of: RequestFields): RequestFields {
  const { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId } = of;
  return { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, grid, Priority, Expires, Note, VisitId };
}
