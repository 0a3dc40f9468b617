import { z } from 'zod';

/** By which ways a patient has agreed to be written to. */
export const MessageConsent = z.strictObject({ email: z.boolean(), text: z.boolean() });
export type MessageConsent = z.output<typeof MessageConsent>;

/** What a patient changed of it. */
export type ConsentChange = { [way in keyof MessageConsent]?: boolean | undefined };

export const noConsent: MessageConsent = { email: false, text: false };

/** Of a patient whose row may be older than the question: who was never asked has not agreed. */
export function consentOf({ MessageConsent: given }: { MessageConsent?: MessageConsent | undefined }): MessageConsent {
  return given ?? noConsent;
}

/** Each channel by itself: a STOP that came meanwhile is not taken back by a form that changed the other one. */
export function mergedConsent(there: MessageConsent, change: MessageConsent, base: unknown): MessageConsent {
  const before = MessageConsent.safeParse(base);
  if (!before.success) return change;
  const of = (channel: keyof MessageConsent) =>
    change[channel] === before.data[channel] ? there[channel] : change[channel];
  return { email: of('email'), text: of('text') };
}
