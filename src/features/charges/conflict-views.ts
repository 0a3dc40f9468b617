import type { VisitId } from '#contract/base/ids.ts';
import { doneWords } from '#contract/charges/merged-services.ts';
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
    // A code that is there by now is not billed twice by a person who was not asked.
    fresh: async (call) => {
      const { once, now } = await overNow(call);
      return { input: { ...call.input, services: once }, base: { services: now } };
    },
    ways: async (way, { call }) => {
      // Sent as it was, the server decides.
      if (call.kind !== 'changed-elsewhere') return [way];
      const { doubled, services, now } = await overNow(call);
      if (doubled.length === 0) return [way];
      const twice = { input: { ...call.input, services }, base: { services: now } };
      return [
        { ...way, label: 'Keep theirs' },
        { ...way, label: doneWords(doubled, services) ?? 'Save every entry', again: twice },
      ];
    },
  },
} satisfies Partial<ConflictViews>;
