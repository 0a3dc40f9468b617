import { fail } from '#contract/base/errors.ts';
import { complianceClocks } from '#contract/compliance/compliance-clocks.ts';
import type { complianceEndpoints } from '#contract/compliance/endpoints.ts';
import { shownClocks } from '#contract/compliance/shown-clocks.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { complianceFacts, dayMade } from './store.ts';

export const complianceHandlers: Handlers<typeof complianceEndpoints> = {
  async ofCase({ id }, { tx, caller, now }) {
    const of = (await readCase(tx, id)) ?? fail('not-found', 'This case was not found, or you can’t see it.');
    const today = await dayMade(tx, now);
    const facts = await complianceFacts(tx, of, { ...caller, today });
    return { today, clocks: shownClocks(complianceClocks(facts)) };
  },
};
