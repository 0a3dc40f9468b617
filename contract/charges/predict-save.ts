import { billedFirst } from '../cases/payers-of-case.ts';
import { predictionOf } from '../prediction.ts';
import { payersOfVisit, performerReads, visitMoreReads, visitReads } from '../visits/visit-in-rows.ts';
import { chargeEndpoints } from './endpoints.ts';
import { mergedServices, SeenServices } from './merged-services.ts';
import { chargesRefusal, performersIn, recordedServices } from './recorded-services.ts';

/** What others recorded meanwhile stays, and units and modifiers come from the same rules as on the server; without the code table nothing is shown. */
export const predictSave = predictionOf(chargeEndpoints.save.input, {
  reads: ({ id }) => visitReads(id),
  more: ({ id, services }, rows) => [...visitMoreReads(id, rows), ...performerReads(services)],
  apply(rows, { id, services: mine }, { base, codes, madeAt }) {
    const visit = rows.get('visits', id);
    const provider = visit && rows.get('providers', visit.ProviderId);
    if (!visit || !provider || !codes) return;
    const before = rows.where('services', 'VisitId', id).toSorted((a, b) => a.SortOrder - b.SortOrder);
    const seen = SeenServices.safeParse(base ?? {}).data?.services;
    const { merged: entries } = mergedServices(before, mine, seen, codes);
    if (chargesRefusal(visit.stage, entries, codes)) return;
    const performers = performersIn(entries).flatMap((one) => rows.get('providers', one) ?? []);
    for (const service of before) rows.remove('services', service.ServiceId);
    const payer = billedFirst(payersOfVisit(rows, visit));
    for (const service of recordedServices({ visit, entries, codes, provider, performers, payer })) {
      const updated_at = before.find((each) => each.ServiceId === service.ServiceId)?.updated_at ?? madeAt;
      rows.put('services', { ...service, charge: null, updated_at });
    }
  },
});
