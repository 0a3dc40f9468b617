import { z } from 'zod';
import type { VisitId } from '#contract/base/ids.ts';
import { ServiceEntry, type Service } from '#contract/charges/service.ts';
import { parkedCalls, replaceCalls } from './outbox.ts';
import { readWhere } from './reads.ts';

/** The services recorded for a visit, in their order. */
export async function servicesOfVisit(VisitId: VisitId): Promise<Service[]> {
  const services = await readWhere('services', { index: 'VisitId', equals: VisitId });
  return services.toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId));
}

/** Charges of this device that a visit did not take: the last list stands for all that were refused. */
export type RefusedCharges = { mids: number[]; reason: string | null; services: ServiceEntry[] };

export async function refusedCharges(VisitId: VisitId): Promise<RefusedCharges | null> {
  const refused = (await parkedCalls()).filter((call) => call.name === 'charges.save' && call.input['id'] === VisitId);
  const last = refused.at(-1);
  if (!last) return null;
  const services = z.array(ServiceEntry).safeParse(last.input['services']).data ?? [];
  return { mids: refused.map(({ mid }) => mid), reason: last.reason, services };
}

/** Records the refused charges after all, over what the visit holds now. */
export async function resendCharges(VisitId: VisitId, { mids, services }: RefusedCharges): Promise<void> {
  const now = await servicesOfVisit(VisitId);
  const base = now.map(({ ServiceId, CPT_Code, Minutes, Count }) => ({ ServiceId, CPT_Code, Minutes, Count }));
  await replaceCalls(mids, 'charges.save', { id: VisitId, services }, { services: base });
}
