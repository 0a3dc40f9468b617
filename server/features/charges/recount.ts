import { chargesRefusal } from '#contract/charges/recorded-services.ts';
import { isBilledOtherwise, recountedServices } from '#contract/charges/recounted-services.ts';
import type { Service } from '#contract/charges/service.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { fail } from '#contract/base/errors.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { codesOn, payersOfVisit, readProvider, servicesOf } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { replaceServices } from './store.ts';

/** The services of a visit as the rules of its day make them now; nothing is written. */
export async function recountServices(tx: Tx, visit: Visit): Promise<Service[]> {
  const provider = await readProvider(tx, visit.ProviderId);
  if (!provider) throw new Error('The provider of a visit is gone');
  return recountedServices({
    visit,
    services: await servicesOf(tx, visit.VisitId),
    codes: await codesOn(tx, visit.Start.slice(0, 10)),
    provider,
    payer: billedFirst(await payersOfVisit(tx, visit)),
  });
}

/** Writes what `recountServices` tells before it is billed, where it differs from what was recorded; `undone` is what a refusal keeps back. */
export async function storeRecount(tx: Tx, visit: Visit, undone: string): Promise<Service[]> {
  const recorded = await servicesOf(tx, visit.VisitId);
  const refusal = chargesRefusal(visit.stage, recorded, await codesOn(tx, visit.Start.slice(0, 10)));
  if (refusal) fail('user-visible', `${undone} ${refusal}`, { current: visit });
  const now = await recountServices(tx, visit);
  if (!isBilledOtherwise(recorded, now)) return recorded;
  const stored = await replaceServices(tx, visit.VisitId, now);
  if (!stored) throw new Error('The services of a visit were not its own');
  return stored;
}
