import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';

/** The row a refusal came with, or the one of this device where that is newer. */
export function newerVisit(call: ParkedCall, visit: Visit | undefined): Visit | undefined {
  const said = call.current as Partial<Visit> | null;
  if (!visit || typeof said !== 'object' || said === null || said.VisitId !== visit.VisitId) return visit;
  return said.updated_at && said.updated_at > visit.updated_at ? { ...visit, ...said } : visit;
}
