import { fail } from '#contract/base/errors.ts';
import { templateRefusal } from '#contract/templates/owner.ts';
import type { evalTemplate } from '#contract/templates/eval-template.ts';
import type { textTemplate } from '#contract/templates/text-template.ts';
import type { Ctx } from '#server/kit/context.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';

type Owned = { OwnerUserId: string | null };

/** Those of the clinic are changed with `manage library`, own ones by their owner; nobody gives one to another person. */
const hooks = {
  async refuses(row: Owned, { before, ctx }: { before: Owned | null; ctx: Ctx }) {
    assertMay(before ?? row, ctx);
    assertMay(row, ctx);
    return {};
  },
  async keeps(row: Owned, ctx: Ctx) {
    assertMay(row, ctx);
    return null;
  },
};

function assertMay(of: Owned, { caller }: Ctx): void {
  const refusal = templateRefusal(of, caller);
  if (refusal) fail('no-permission', `${refusal} Nothing was changed.`);
}

export const evalTemplateHooks: RecordHooks<typeof evalTemplate> = hooks;
export const textTemplateHooks: RecordHooks<typeof textTemplate> = hooks;
