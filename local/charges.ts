import type { VisitId } from '#contract/base/ids.ts';
import type { Service } from '#contract/charges/service.ts';
import { readWhere } from './reads.ts';

/** The services recorded for a visit, in their order. */
export async function servicesOfVisit(VisitId: VisitId): Promise<Service[]> {
  const services = await readWhere('services', { index: 'VisitId', equals: VisitId });
  return services.toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId));
}
