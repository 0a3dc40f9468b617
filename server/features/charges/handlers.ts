import { fail } from '#contract/base/errors.ts';
import type { chargeEndpoints } from '#contract/charges/endpoints.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { chargesClashSentence, mergedServices, SeenServices } from '#contract/charges/merged-services.ts';
import {
  chargesPermissionRefusal,
  chargesRefusal,
  performersIn,
  recordedServices,
} from '#contract/charges/recorded-services.ts';
import { assertOpenPeriod, markAmendedClaims } from '#server/features/billing/store.ts';
import {
  codesOn,
  lockServices,
  lockVisit,
  payersOfVisit,
  performersOf,
  readProvider,
} from '#server/features/visits/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { replaceServices } from './store.ts';

export const chargeHandlers: Handlers<typeof chargeEndpoints> = {
  async save({ id, services: mine }, { tx, caller, base }) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    const codes = await codesOn(tx, visit.Start.slice(0, 10));
    const seen = SeenServices.safeParse(base);
    if (!seen.success) fail('invalid', 'The earlier version of these charges could not be read. Nothing was saved.');
    const before = await lockServices(tx, id);
    const { merged: entries, clashes } = mergedServices(before, mine, seen.data.services, codes);
    const refusal = chargesRefusal(visit.stage, entries, codes);
    if (refusal) fail('user-visible', refusal, { current: visit });
    const denied = chargesPermissionRefusal(visit.stage, caller.can);
    if (denied) fail('no-permission', denied);
    await assertOpenPeriod(tx, visit);
    if (clashes.length > 0) fail('changed-elsewhere', chargesClashSentence(clashes), { current: { services: before } });
    const provider = await readProvider(tx, visit.ProviderId);
    if (!provider) throw new Error('The provider of a visit is gone');
    const payer = billedFirst(await payersOfVisit(tx, visit));
    const performers = await performersOf(tx, entries);
    if (performers.length < performersIn(entries).length)
      fail('invalid', 'A provider who gave one of these services was not found. Nothing was changed.');
    const recorded = recordedServices({ visit, entries, codes, provider, performers, payer });
    const services = await replaceServices(tx, id, recorded);
    if (!services) fail('conflict', 'One of these lines belongs to another visit. Nothing was changed.');
    await markAmendedClaims(tx, id, services);
    return { services };
  },
};
