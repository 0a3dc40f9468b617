import { fail } from '#contract/base/errors.ts';
import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { isMailSent } from '#server/kit/mail/spool.ts';
import { receiveText } from '#server/kit/messages/answers.ts';
import { withoutLinks } from '#server/kit/messages/links.ts';
import { changeConsents, consentsOf } from './consents.ts';
import { lastMessages, textOf } from './store.ts';

export const messageHandlers: Handlers<typeof messageEndpoints> = {
  async list(_input, { tx, services }) {
    const areMailsSent = isMailSent();
    const areTextsSent = services.outside.texts.isConnected;
    const messages = await lastMessages(tx);
    const isSent = { email: areMailsSent, text: areTextsSent };
    const shown = messages.map((one) => (isSent[one.channel] ? { ...one, body: withoutLinks(one.body) } : one));
    return { areMailsSent, areTextsSent, messages: shown };
  },

  async consents({ id }, { tx, caller, now }) {
    return consentsOf(tx, { site: caller.site, PatientId: id, now });
  },

  async saveConsents({ id, email, text, base }, { tx, caller, now }) {
    const of = { site: caller.site, PatientId: id, now };
    await changeConsents(tx, { ...of, UserId: caller.UserId }, { email, text }, base);
    return consentsOf(tx, of);
  },

  async reply({ id, text }, { tx, caller, services, now }) {
    if (services.outside.texts.isConnected)
      fail('user-visible', 'Texts go out to patients, so only patients can reply.');
    const found = await textOf(tx, id);
    if (found?.channel !== 'text') fail('not-found', 'This text was not found.');
    return { heard: await receiveText(tx, caller.site, { from: found.recipient, text, now }) };
  },
};
