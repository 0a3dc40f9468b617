import { z } from 'zod';
import type { ProviderId, ServiceId, VisitId } from '#contract/base/ids.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { performersIn } from '#contract/charges/recorded-services.ts';
import { recountedServices } from '#contract/charges/recounted-services.ts';
import {
  doubledLines,
  entryOf,
  mergedServices,
  SeenServices,
  withoutLines,
} from '#contract/charges/merged-services.ts';
import { ServiceEntry, type Service } from '#contract/charges/service.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPayersOfCase } from './cases.ts';
import { parkedCalls, type ParkedCall } from '../outbox/outbox.ts';
import { replaceCalls } from '../outbox/refused-calls.ts';
import { readRow, readRows, readWhere } from './reads.ts';
import { readSetup } from '../store/setup.ts';

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
  const performers = await readRows('providers', performersIn(services));
  const rules = { codes: setup.cptDescriptions, provider, performers, payer: billedFirst(payers) };
  return recountedServices({ visit, services, ...rules });
}

/** Those named as having given services, also who no longer works here. */
export function providersById(ids: readonly ProviderId[]): Promise<Provider[]> {
  return readRows('providers', ids);
}

/** Charges of this device that a visit did not take. */
export type RefusedCharges = {
  mids: number[];
  reason: string | null;
  /** What recording them comes to: mine over what the visit holds now. */
  services: ServiceEntry[];
  /** The codes that are in it again, as the visit holds them by now too: how often that was done a person knows. */
  doubled: string[];
  /** The codes that refused changes of mine each gave to a line of their own. */
  repeated: string[];
  /** What recording them comes to with each of those codes once: theirs, or else my last line. */
  once: ServiceEntry[];
  /** What the visit holds now. */
  now: ServiceEntry[];
};

export async function refusedCharges(VisitId: VisitId): Promise<RefusedCharges | null> {
  const refused = (await parkedCalls()).filter((call) => call.name === 'charges.save' && call.input['id'] === VisitId);
  const last = refused.at(-1);
  if (!last) return null;
  return { mids: refused.map(({ mid }) => mid), reason: last.reason, ...(await chargesOver(VisitId, refused)) };
}

/** What charges of refused calls come to over those the visit holds now, one after the other; mine where both changed a line. */
export async function chargesOver(
  VisitId: VisitId,
  refused: readonly Pick<ParkedCall, 'input' | 'base'>[],
): Promise<Omit<RefusedCharges, 'mids' | 'reason'>> {
  const [recorded, setup] = await Promise.all([servicesOfVisit(VisitId), readSetup()]);
  const now = recorded.map(entryOf);
  const doubledIds = new Set<ServiceId>();
  const earlierIds = new Set<ServiceId>();
  let services = now;
  for (const { input, base } of refused) {
    const mine = z.array(ServiceEntry).safeParse(input['services']).data ?? [];
    const seen = SeenServices.safeParse(base).data?.services;
    for (const line of doubledLines(services, mine, seen)) doubledIds.add(line.ServiceId);
    // The other way round: what my later change has once more, such as a line that was gone once it was refused.
    for (const line of seen ? doubledLines(mine, services, seen) : []) earlierIds.add(line.ServiceId);
    services = mergedServices(services, mine, seen, setup?.cptDescriptions ?? []).merged;
  }
  // A later call may have changed the line, and an earlier one of mine is no one else's.
  const lines = services.filter(
    ({ ServiceId, CPT_Code }) =>
      doubledIds.has(ServiceId) && now.some((line) => line.ServiceId !== ServiceId && line.CPT_Code === CPT_Code),
  );
  const doubled = [...new Set(lines.map(({ CPT_Code }) => CPT_Code))];
  const earlier = services.filter(
    ({ ServiceId, CPT_Code }) =>
      earlierIds.has(ServiceId) &&
      !doubled.includes(CPT_Code) &&
      !now.some((line) => line.ServiceId === ServiceId) &&
      services.some((line) => line.ServiceId !== ServiceId && line.CPT_Code === CPT_Code),
  );
  const repeated = [...new Set(earlier.map(({ CPT_Code }) => CPT_Code))];
  return { services, doubled, repeated, once: withoutLines(services, [...lines, ...earlier], now), now };
}

/** Records refused charges after all, as somebody decided who sees what the visit holds now. */
export async function resendCharges(
  VisitId: VisitId,
  { mids, now }: Pick<RefusedCharges, 'mids' | 'now'>,
  services: ServiceEntry[],
): Promise<void> {
  await replaceCalls(mids, 'charges.save', { id: VisitId, services }, { services: now });
}
