import type { Tx } from '#server/kit/context.ts';
import { clinicOf } from './write-message.ts';

/** What US carriers hold every sender to (CTIA Messaging Principles 5.1.3), without punctuation. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'];
const startWords = ['START', 'UNSTOP', 'OPTIN'];

export type Heard = 'stop' | 'start' | 'noted';

export function heardIn(text: string): Heard {
  const word = text.toUpperCase().replace(/[^A-Z]/g, '');
  if (stopWords.includes(word)) return 'stop';
  return startWords.includes(word) ? 'start' : 'noted';
}

/**
 * A text from a phone. STOP takes the consent to texts away from every patient with that number and says so once; START
 * gives it back to those it was taken from, never to who had not agreed. Whatever was written is listed with the messages.
 */
export async function receiveText(
  tx: Tx,
  site: string,
  { from, text, now }: { from: string; text: string; now: Date },
): Promise<Heard> {
  const digits = from.replace(/\D/g, '').slice(-10);
  const patients = await tx.rows<{ PatientId: string; agrees: boolean }>(
    `select "PatientId", ("MessageConsent" ->> 'text')::boolean as agrees from patients
     where site = $1 and length($2) = 10 and right(regexp_replace(coalesce("Phone", ''), '\\D', '', 'g'), 10) = $2
     order by "PatientId" for update`,
    [site, digits],
  );
  const heard = heardIn(text);
  const [first] = patients;
  if (!first) return heard;
  await put(tx, site, { PatientId: first.PatientId, to: from, body: text, kind: 'reply', state: 'received', now });
  if (heard === 'noted') return heard;
  const isStart = heard === 'start';
  const found = patients.filter(({ agrees }) => agrees !== isStart).map(({ PatientId }) => PatientId);
  const changed = isStart ? await forgetStops(tx, site, found) : found;
  if (changed.length === 0) return heard;
  if (!isStart) await noteStops(tx, site, { patients: changed, now });
  await tx.run(
    `update patients set "MessageConsent" = jsonb_set("MessageConsent", '{text}', to_jsonb($3::boolean))
     where site = $1 and "PatientId" = any ($2::uuid[])`,
    [site, changed, isStart],
  );
  const clinic = await clinicOf(tx, site, {});
  const body = isStart
    ? `${clinic.name}: You will get texts about your visits again. Reply STOP to stop them.`
    : `${clinic.name}: You won’t get more texts from us. Reply START to get them again.`;
  await put(tx, site, { PatientId: first.PatientId, to: from, body, kind: 'answer', state: 'waiting', now });
  await tx.rows(`select tell_after_commit('messages ' || $1)`, [site]);
  return heard;
}

/** Whether a number has said STOP, and not START since; ten digits. */
export async function saidStop(tx: Tx, site: string, digits: string): Promise<boolean> {
  const found = await tx.rows(
    `select 1 from texts_stopped s join patients p on p.site = s.site and p."PatientId" = s."PatientId"
     where s.site = $1 and right(regexp_replace(coalesce(p."Phone", ''), '\\D', '', 'g'), 10) = $2 limit 1`,
    [site, digits],
  );
  return found.length > 0;
}

async function noteStops(tx: Tx, site: string, { patients, now }: { patients: string[]; now: Date }): Promise<void> {
  await tx.run(
    `insert into texts_stopped (site, "PatientId", "stoppedAt") select $1, unnest($2::uuid[]), $3 on conflict do nothing`,
    [site, patients, now],
  );
}

/** Forgets the STOPs of these patients and tells whose there were. */
async function forgetStops(tx: Tx, site: string, patients: string[]): Promise<string[]> {
  const stopped = await tx.rows<{ PatientId: string }>(
    `delete from texts_stopped where site = $1 and "PatientId" = any ($2::uuid[]) returning "PatientId"`,
    [site, patients],
  );
  return stopped.map(({ PatientId }) => PatientId);
}

type Put = { PatientId: string; to: string; body: string; kind: string; state: 'received' | 'waiting'; now: Date };

async function put(tx: Tx, site: string, { PatientId, to, body, kind, state, now }: Put): Promise<void> {
  await tx.run(
    `insert into outbound_messages (site, "PatientId", channel, kind, recipient, subject, body, state, "notBefore", "dueAt", "createdAt")
     values ($1, $2, 'text', $3, $4, '', $5, $6, $7, $7, $7)`,
    [site, PatientId, kind, to, body, state, now],
  );
}
