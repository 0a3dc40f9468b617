import { randomUUID } from 'node:crypto';
import { maySend, type Refusal } from '#contract/messages/may-send.ts';
import type { MessageChannel, MessageKind } from '#contract/messages/message.ts';
import { purposeOf } from '#contract/messages/purposes.ts';
import { sendingTime } from '#contract/messages/sending-time.ts';
import { textNumber } from '#contract/messages/text-number.ts';
import { saidIn } from '#contract/messages/words.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import type { InBoth, Language } from '#contract/words/language.ts';
import type { Tx } from '#server/kit/context.ts';
import { addressOf } from './addresses.ts';
import { ledgerOf } from './ledger.ts';
import { bodyWithoutLinks, makeLink } from './links.ts';

export type NewMessage = {
  PatientId: string;
  VisitId?: string | null;
  /** Whose clock and name count where it is about no visit; else the site's. */
  FacilityId?: string;
  /** The offer it makes: sent only while that stands. */
  FillOfferId?: string;
  Kind: MessageKind;
  /** What is told, without greeting: clinic, day and time; never a diagnosis. */
  text: InBoth;
  /** Of the e-mail. */
  subject: InBoth;
  /** `path` as `makeLink` gives it. */
  links?: { label: InBoth; path: string }[];
  delayMs?: number;
  /** What waits of these kinds about this visit is overtaken by this message. */
  replaces?: { VisitId: string; Kinds: readonly MessageKind[] };
  /** Of a message by one way, which was noted under this id before. */
  MessageId?: string;
  /** By these ways alone, where the patient has agreed to them. */
  channels?: readonly MessageChannel[];
  now?: Date;
};
export type Written = { MessageIds: string[]; reached: MessageChannel[]; why?: 'no-consent' | 'no-address' };

type Addressee = {
  FirstName: string;
  Email: string | null;
  Phone: string | null;
  /** The patient's; English where nobody asked. */
  language: Language;
  DeathDate: string | null;
};
export type ClinicOf = { name: string; timeZone: string; Start: string | null };

/**
 * Writes a message to a patient, one row for each channel they have agreed to and can be reached by, in the same
 * transaction as what it tells of. A worker sends them when their time has come (`sender.ts`).
 */
export async function writeMessage(tx: Tx, site: string, message: NewMessage): Promise<Written> {
  const { PatientId, replaces, channels } = message;
  if (replaces) await dropWaiting(tx, site, replaces);
  const patient = await readAddressee(tx, site, PatientId);
  if (!patient) return { MessageIds: [], reached: [], why: 'no-consent' };
  const clinic = await clinicOf(tx, site, message);
  const agreed: MessageChannel[] = [];
  for (const channel of channels ?? bothChannels)
    if ((await refusedTo(tx, site, { message, channel, patient, clinic })) === null) agreed.push(channel);
  if (agreed.length === 0) return { MessageIds: [], reached: [], why: 'no-consent' };
  const reached = agreed.filter((channel) => recipientOf(patient, channel) !== null);
  if (reached.length === 0) return { MessageIds: [], reached: [], why: 'no-address' };
  const MessageIds: string[] = [];
  for (const channel of reached) {
    const unsubscribe = channel === 'email' ? await unsubscribePath(tx, site, message) : null;
    const body =
      channel === 'email'
        ? await mailBody(tx, { site, message, patient, clinic })
        : textBody(message, clinic, patient.language);
    MessageIds.push(
      await putMessage(tx, site, {
        message,
        channel,
        recipient: recipientOf(patient, channel) ?? '',
        subject: message.subject[patient.language],
        body,
        unsubscribe,
        clinic,
      }),
    );
  }
  return { MessageIds, reached };
}

const bothChannels: readonly MessageChannel[] = ['email', 'text'];

type To = { message: NewMessage; channel: MessageChannel; patient: Addressee; clinic: ClinicOf };

async function refusedTo(tx: Tx, site: string, { message, channel, patient, clinic }: To): Promise<Refusal | null> {
  const { PatientId, Kind, now = new Date() } = message;
  const purpose = purposeOf(Kind);
  const ledger = await ledgerOf(tx, site, { PatientId, channel, purpose, recipient: recipientOf(patient, channel) });
  const { timeZone } = clinic;
  const sending = maySend({ purpose, ledger, isDeceased: patient.DeathDate !== null, timeZone, now });
  return sending.is === 'never' ? sending.why : null;
}

/** Where a patient is reached by a channel. */
export function recipientOf({ Email, Phone }: Pick<Addressee, 'Email' | 'Phone'>, channel: MessageChannel) {
  return channel === 'email' ? Email : textNumber(Phone);
}

export function readAddressee(tx: Tx, site: string, PatientId: string): Promise<Addressee | undefined> {
  return tx.maybe<Addressee>(
    `select "FirstName", "Email", "Phone", coalesce("Language", 'en') as language, "DeathDate" from patients where site = $1 and "PatientId" = $2`,
    [site, PatientId],
  );
}

/** The clinic as patients know it, and its clock: of the visit's facility, else of the one that is named, else of the site. */
export async function clinicOf(
  tx: Tx,
  site: string,
  { VisitId = null, FacilityId = null }: { VisitId?: string | null; FacilityId?: string | null },
): Promise<ClinicOf> {
  const found = await tx.maybe<{
    Name: string;
    siteZone: string;
    zone: string | null;
    settings: Record<string, unknown> | null;
    Start: string | null;
  }>(
    `select s."Name", s."TimeZone" as "siteZone", f."TimeZone" as zone, f.settings, v."Start"
     from sites s left join visits v on v.site = s.site and v."VisitId" = $2
     left join facilities f on f.site = s.site and f."FacilityId" = coalesce(v."FacilityId", $3) where s.site = $1`,
    [site, VisitId, FacilityId],
  );
  if (!found) throw new Error('The site of a message is gone');
  const name = facilitySettingsFrom({ settings: found.settings ?? {} }).patient_mail_name ?? found.Name;
  return { name, timeZone: found.zone ?? found.siteZone, Start: found.Start };
}

/** What waits of these kinds about a visit will not be sent, nor what was to be told of its changes. */
export async function dropWaiting(
  tx: Tx,
  site: string,
  { VisitId, Kinds }: { VisitId: string; Kinds: readonly MessageKind[] },
): Promise<void> {
  await tx.run(
    `update outbound_messages set state = 'dropped', problem = 'A newer message replaced it.', body = ${bodyWithoutLinks}
     where site = $1 and "VisitId" = $2 and kind = any ($3) and state = 'waiting'`,
    [site, VisitId, Kinds],
  );
  if (Kinds.some((kind) => newsKinds.includes(kind)))
    await tx.run(`delete from visit_news where site = $1 and "VisitId" = $2`, [site, VisitId]);
}

const newsKinds: readonly MessageKind[] = ['booked', 'moved', 'cancelled'];
/** How long a link to one's preferences works, in days. */
const preferencesDays = 90;

type Mail = { site: string; message: NewMessage; patient: Addressee; clinic: ClinicOf };

async function mailBody(tx: Tx, { site, message, patient, clinic }: Mail): Promise<string> {
  const { language } = patient;
  const now = message.now ?? new Date();
  const expiresAt = new Date(now.getTime() + preferencesDays * 86_400_000);
  const path = await makeLink(tx, site, { PatientId: message.PatientId, purpose: 'preferences', expiresAt });
  const links = (message.links ?? []).map((link) => `${link.label[language]}:\n${addressOf(link.path)}\n\n`).join('');
  const hello = saidIn(language, 'hello', { name: patient.FirstName });
  const choose = `${saidIn(language, 'choose')}\n${addressOf(path)}`;
  return [hello, message.text[language], `${links}${clinic.name}`, choose].join('\n\n');
}

/** Where a press in the mail program ends emails of this kind (RFC 8058). */
function unsubscribePath(tx: Tx, site: string, { PatientId, Kind, now = new Date() }: NewMessage): Promise<string> {
  const expiresAt = new Date(now.getTime() + preferencesDays * 86_400_000);
  return makeLink(tx, site, { PatientId, purpose: 'unsubscribe', about: purposeOf(Kind), expiresAt });
}

function textBody({ text, links = [] }: NewMessage, clinic: ClinicOf, language: Language): string {
  const after = links.map(({ label, path }) => ` ${label[language]}: ${addressOf(path)}`).join('');
  return `${clinic.name}: ${text[language]}${after} ${saidIn(language, 'stop')}`;
}

type Put = {
  message: NewMessage;
  channel: MessageChannel;
  recipient: string;
  subject: string;
  body: string;
  unsubscribe: string | null;
  clinic: ClinicOf;
};

async function putMessage(
  tx: Tx,
  site: string,
  { message, channel, recipient, subject, body, unsubscribe, clinic }: Put,
): Promise<string> {
  const { PatientId, VisitId = null, Kind, delayMs = 0, now = new Date() } = message;
  const { FacilityId = null, FillOfferId = null } = message;
  const { timeZone, Start } = clinic;
  const at = sendingTime({ Kind, now, delayMs, timeZone, Start });
  const MessageId = message.MessageId ?? randomUUID();
  await tx.run(
    `insert into outbound_messages (site, "MessageId", "PatientId", "VisitId", channel, kind, recipient, subject, body, state,
       "notBefore", "dueAt", "forStart", "createdAt", "FacilityId", "FillOfferId", unsubscribe)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10, $10, $11, $12, $13, $14, $15)`,
    [
      site,
      MessageId,
      PatientId,
      VisitId,
      channel,
      Kind,
      recipient,
      subject,
      body,
      at,
      Start,
      now,
      FacilityId,
      FillOfferId,
      unsubscribe,
    ],
  );
  await tx.rows(`select tell_after_commit('messages ' || $1)`, [site]);
  return MessageId;
}
