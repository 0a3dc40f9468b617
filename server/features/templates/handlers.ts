import { isOffered } from '#contract/templates/owner.ts';
import type { templateEndpoints } from '#contract/templates/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { allRows } from '#server/kit/db/rows.ts';

export const templateHandlers: Handlers<typeof templateEndpoints> = {
  async listEval(_input, { tx, caller }) {
    const all = await allRows(tx, 'evalTemplates');
    return { evalTemplates: all.filter((one) => isOffered(one, caller)) };
  },
  async listText(_input, { tx, caller }) {
    const all = await allRows(tx, 'textTemplates');
    return { textTemplates: all.filter((one) => isOffered(one, caller)) };
  },
};
