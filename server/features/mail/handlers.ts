import type { mailEndpoints } from '#contract/mail/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { lastMails } from './store.ts';

export const mailHandlers: Handlers<typeof mailEndpoints> = {
  list: async (_input, { tx, caller }) => ({ mails: await lastMails(tx, caller) }),
};
