import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { otherContactHandlers } from './other-contacts.ts';
import { payerHandlers } from './payers.ts';
import { referringHandlers } from './referring.ts';
import { ruleHandlers } from './rules.ts';

export const addressBookHandlers: Handlers<typeof addressBookEndpoints> = {
  ...referringHandlers,
  ...payerHandlers,
  ...ruleHandlers,
  ...otherContactHandlers,
};
