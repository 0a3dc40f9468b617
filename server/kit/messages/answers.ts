import { heardIn, type Heard } from '#contract/messages/heard.ts';
import { saidIn } from '#contract/messages/words.ts';
import { consentPurposes } from '#contract/messages/consent-purposes.ts';
import { contactOf, type Contact } from '#contract/patient-login/contact.ts';
import type { Tx } from '#server/kit/context.ts';
import { barContact, contactHashOf, noteConsent, standingOf } from './ledger.ts';
import { clinicOf, readAddressee } from './write-message.ts';

type Text = { from: string; text: string; now: Date };

/**
 * A text from a phone. STOP, in whatever words, ends all texts to that number and says so once; START gives those about
 * visits back to the patients from whom it took them, never to who had not agreed. Whatever a patient wrote is listed with
 * the messages.
 */
export async function receiveText(tx: Tx, site: string, { from, text, now }: Text): Promise<Heard> {
  const contact = contactOf(from);
  const patients = await patientsWith(tx, site, from);
  const heard = heardIn(text);
  const [first] = patients;
  if (first) await put(tx, site, { PatientId: first, to: from, body: text, kind: 'reply', state: 'received', now });
  if (heard === 'noted' || contact?.channel !== 'text') return heard;
  const isStart = heard === 'start';
  const changed = isStart
    ? await startAgain(tx, site, { contact, patients, now })
    : await stopAll(tx, site, { contact, patients, now });
  if (!first || !changed) return heard;
  const clinic = await clinicOf(tx, site, {});
  const language = (await readAddressee(tx, site, first))?.language ?? 'en';
  const body = `${clinic.name}: ${saidIn(language, isStart ? 'started' : 'stopped')}`;
  await put(tx, site, { PatientId: first, to: from, body, kind: 'answer', state: 'waiting', now });
  await tx.rows(`select tell_after_commit('messages ' || $1)`, [site]);
  return heard;
}

async function patientsWith(tx: Tx, site: string, from: string): Promise<string[]> {
  const found = await tx.rows<{ PatientId: string }>(
    `select "PatientId" from patients
     where site = $1 and length($2) = 10 and right(regexp_replace(coalesce("Phone", ''), '\\D', '', 'g'), 10) = $2
     order by "PatientId" for update`,
    [site, from.replace(/\D/g, '').slice(-10)],
  );
  return found.map(({ PatientId }) => PatientId);
}

type Number = { contact: Contact; patients: string[]; now: Date };
const byText = { channel: 'text', wording: 'text' } as const;

/** Whether that took a consent from anybody. */
async function stopAll(tx: Tx, site: string, { contact, patients, now: at }: Number): Promise<boolean> {
  await barContact(tx, site, contact, at);
  let count = 0;
  for (const PatientId of patients) {
    const consent = { ...byText, given: false, purposes: consentPurposes, how: 'stop', at } as const;
    count += (await noteConsent(tx, site, { of: { PatientId }, ...consent })).length;
  }
  return count > 0;
}

/** Whether that gave texts about visits back to anybody. */
async function startAgain(tx: Tx, site: string, { contact, patients, now: at }: Number): Promise<boolean> {
  const consent = { ...byText, given: true, purposes: ['visits'], how: 'start', at } as const;
  await noteConsent(tx, site, { of: { contactHash: contactHashOf(site, contact) }, ...consent });
  let count = 0;
  for (const PatientId of patients) {
    const standing = await standingOf(tx, site, { PatientId });
    const isStopped = standing.some(
      ({ channel, purpose, given, how }) => channel === 'text' && purpose === 'visits' && !given && how === 'stop',
    );
    if (isStopped) count += (await noteConsent(tx, site, { of: { PatientId }, ...consent })).length;
  }
  return count > 0;
}

type Put = { PatientId: string; to: string; body: string; kind: string; state: 'received' | 'waiting'; now: Date };

async function put(tx: Tx, site: string, { PatientId, to, body, kind, state, now }: Put): Promise<void> {
  await tx.run(
    `insert into outbound_messages (site, "PatientId", channel, kind, recipient, subject, body, state, "notBefore", "dueAt", "createdAt")
     values ($1, $2, 'text', $3, $4, '', $5, $6, $7, $7, $7)`,
    [site, PatientId, kind, to, body, state, now],
  );
}
