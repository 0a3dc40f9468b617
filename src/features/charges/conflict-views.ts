import type { VisitId } from '#contract/base/ids.ts';
import { serviceWords } from '#contract/charges/service-words.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { chargesOver } from '#local/reads/charges.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';

/** The lines as the call would leave them, with those that others recorded since, and as they are now. */
const overNow = (call: ParkedCall) => chargesOver(call.input['id'] as VisitId, [call]);

export const chargeViews = {
  'charges.save': {
    title: 'Charges of a visit',
    diff: async (call) => {
      const { services, now } = await overNow(call);
      return [{ name: 'Services', mine: serviceWords(services), now: serviceWords(now) }];
    },
    fresh: async (call) => {
      const { services, now } = await overNow(call);
      return { input: { ...call.input, services }, base: { services: now } };
    },
  },
} satisfies Partial<ConflictViews>;
