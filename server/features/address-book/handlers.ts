import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { allRows } from '#server/kit/db/rows.ts';
import type { Handlers } from '#server/kit/context.ts';
import { payerHandlers } from './payers.ts';
import { referringHandlers } from './referring.ts';
import { ruleHandlers } from './rules.ts';

export const addressBookHandlers: Handlers<typeof addressBookEndpoints> = {
  ...referringHandlers,
  ...payerHandlers,
  ...ruleHandlers,
  otherContacts: async (_input, { tx }) => ({ otherContacts: await allRows(tx, 'otherContacts') }),
};
