import { z } from 'zod';
import type { VisitId } from '#contract/base/ids.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { recountedServices } from '#contract/charges/recounted-services.ts';
import { ServiceEntry, type Service } from '#contract/charges/service.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPayersOfCase } from './cases.ts';
import { parkedCalls, replaceCalls } from './outbox.ts';
import { readRow, readWhere } from './reads.ts';
import { readSetup } from './setup.ts';

/** The services recorded for a visit, in their order. */
export async function servicesOfVisit(VisitId: VisitId): Promise<Service[]> {
  const services = await readWhere('services', { index: 'VisitId', equals: VisitId });
  return services.toSorted((a, b) => a.SortOrder - b.SortOrder || a.ServiceId.localeCompare(b.ServiceId));
}

/** Services as they would be billed now; as they were recorded where the code table or the provider is not here. */
export async function servicesNow(visit: Visit): Promise<Service[]> {
  const [services, provider, payers, setup] = await Promise.all([
    servicesOfVisit(visit.VisitId),
    readRow('providers', visit.ProviderId),
    readPayersOfCase(visit.CaseId, visit.Start.slice(0, 10)),
    readSetup(),
  ]);
  if (!provider || !setup) return services;
  return recountedServices({ visit, services, codes: setup.cptDescriptions, provider, payer: billedFirst(payers) });
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
