import { randomUUID } from 'node:crypto';
import type { Contact } from '#contract/patient-login/contact.ts';
import type { Tx } from '#server/kit/context.ts';
import { clinicOf } from './write-message.ts';

type NewCode = {
  contact: Contact;
  subject: string;
  text: string;
  kind: 'code' | 'codesPaused' | 'contactChanged';
  now: Date;
};

/**
 * Writes a code to where somebody asked for it, patient or not: no consent is asked and no quiet hour waited for, as
 * they wait for it at this moment. It goes to this address or number alone. Gives the id of the message.
 */
export async function writeCode(tx: Tx, site: string, { contact, subject, text, kind, now }: NewCode): Promise<string> {
  const clinic = await clinicOf(tx, site, {});
  const MessageId = randomUUID();
  const recipient = contact.channel === 'text' ? `+1${contact.value}` : contact.value;
  const body = contact.channel === 'text' ? `${clinic.name}: ${text}` : `${text}\n\n${clinic.name}`;
  await tx.run(
    `insert into outbound_messages (site, "MessageId", "PatientId", channel, kind, recipient, subject, body, state, "notBefore", "dueAt", "createdAt")
     values ($1, $2, null, $3, $4, $5, $6, $7, 'waiting', $8, $8, $8)`,
    [site, MessageId, contact.channel, kind, recipient, `${subject}: ${clinic.name}`, body, now],
  );
  await tx.rows(`select tell_after_commit('messages ' || $1)`, [site]);
  return MessageId;
}
