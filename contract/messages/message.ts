import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { PatientId } from '../base/ids.ts';

export const MessageKind = z.enum([
  'reminder',
  'booked',
  'moved',
  'cancelled',
  'offer',
  'offerTaken',
  'other',
  'intake',
  'hep',
  'survey',
  'review',
]);
export type MessageKind = z.output<typeof MessageKind>;
export const MessageChannel = z.enum(['email', 'text']);
export type MessageChannel = z.output<typeof MessageChannel>;

/**
 * `kept`: nothing is configured that would send it, so it is readable on the page alone. `dropped`: overtaken before its
 * time came. `received`: from the patient.
 */
export const MessageState = z.enum(['waiting', 'sending', 'kept', 'sent', 'failed', 'dropped', 'received']);
export type MessageState = z.output<typeof MessageState>;

/** One line of 'Sent messages'. */
export const SentMessage = z.object({
  MessageId: z.uuid(),
  channel: MessageChannel,
  /** A kind of `MessageKind`, `visit-start` or `reply`. */
  kind: z.string(),
  /** To or from whom; null of a code for somebody who logs in. Of a patient who is gone, the id stays. */
  PatientId: PatientId.nullable(),
  /** Of the patient. */
  name: z.string(),
  /** Address or number, all but its ends hidden. */
  to: z.string(),
  subject: z.string(),
  /** Without the secrets of its links where messages leave this machine. */
  body: z.string(),
  state: MessageState,
  writtenAt: Instant,
  notBefore: Instant,
  sentAt: Instant.nullable(),
  /** Why it has not gone out, in one sentence. */
  problem: z.string().nullable(),
});
export type SentMessage = z.output<typeof SentMessage>;

/** `r•••@example.com`, `(•••) •••-0142`. */
export function maskedRecipient(channel: MessageChannel, recipient: string): string {
  if (channel === 'email') return recipient.replace(/^(.)[^@]*@/, '$1•••@');
  return `(•••) •••-${recipient.replace(/\D/g, '').slice(-4)}`;
}
