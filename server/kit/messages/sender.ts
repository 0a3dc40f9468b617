import { randomUUID } from 'node:crypto';
import { wallTimeIn } from '#contract/base/dates.ts';
import { maySend, type Refusal } from '#contract/messages/may-send.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import type { MessageChannel, MessageKind } from '#contract/messages/message.ts';
import { purposeOf } from '#contract/messages/purposes.ts';
import { waitsForMorning } from '#contract/messages/sending-time.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '../db/database.ts';
import { putMail } from '#server/kit/mail/spool.ts';
import type { Texts } from '#server/kit/outside/texts.ts';
import { ledgerOf } from './ledger.ts';
import { withoutLinks } from './links.ts';
import { overOffer } from './offers.ts';
import { clinicOf, readAddressee, recipientOf } from './write-message.ts';

/** Longer than the longest try: whoever holds a message for so long has died. */
const claimMinutes = 5;
const longestWaitMinutes = 60;
/** With ever longer waits, at most an hour, this is about a day. */
const mostTries = 30;

type Due = {
  MessageId: string;
  /** Null of a code, which goes to where it was asked for. */
  PatientId: string | null;
  VisitId: string | null;
  FacilityId: string | null;
  FillOfferId: string | null;
  channel: MessageChannel;
  /** `answer`: to a STOP, START or HELP. `code`, `codesPaused`: to somebody who signs in; `contactChanged`: to a former number. */
  kind: MessageKind | 'answer' | 'code' | 'codesPaused' | 'contactChanged';
  recipient: string;
  createdAt: string;
  subject: string;
  body: string;
  forStart: string | null;
  unsubscribe: string | null;
  tries: number;
  claimId: string;
};

/** Sees every row of the site: what is to be sent does not depend on who sends. */
export function messagesOf(site: string) {
  return { site, UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
}

/**
 * Sends what is due of a site, one after the other. An e-mail goes into the mail spool in the transaction that takes it
 * from here: once. A text is claimed, given to the gateway under its id and settled; whoever dies in between leaves it
 * claimed, and it is tried again when the claim has run out.
 */
export async function sendDueMessages(
  database: Database,
  { site, texts, clock, isStopped }: { site: string; texts: Texts; clock: () => Date; isStopped: () => boolean },
): Promise<void> {
  while (!isStopped()) {
    const due = await database.tx(messagesOf(site), (tx) => takeNext(tx, site, clock()));
    if (due === undefined) return;
    if (due === 'done') continue;
    const { tries, claimId, MessageId } = due;
    const outcome = tries > mostTries ? gaveUp : await texts.send({ MessageId, to: due.to, body: due.body });
    const isLast = outcome.state === 'waiting' && tries >= mostTries;
    await database.tx(messagesOf(site), (tx) =>
      settle(tx, site, { MessageId, claimId, tries, now: clock(), body: due.body }, isLast ? gaveUp : outcome),
    );
  }
}

const gaveUp = { state: 'failed', problem: 'The text gateway did not accept it within a day.' } as const;

/** Claims the message that is due first; an e-mail, and what is overtaken, is done with at once. */
async function takeNext(tx: Tx, site: string, now: Date): Promise<(Due & { to: string }) | 'done' | undefined> {
  const due = await tx.maybe<Due>(
    `update outbound_messages set state = 'sending', tries = tries + 1, "claimId" = $2,
       "dueAt" = $3::timestamptz + make_interval(mins => ${claimMinutes})
     where site = $1 and "MessageId" = (
       select "MessageId" from outbound_messages where site = $1 and state in ('waiting', 'sending') and "dueAt" <= $3
       order by "dueAt", "createdAt" limit 1 for update skip locked)
     returning "MessageId", "PatientId", "VisitId", "FacilityId", "FillOfferId", channel, kind, recipient, subject, body, "forStart", unsubscribe, "createdAt", tries, "claimId"`,
    [site, randomUUID(), now],
  );
  if (!due) return undefined;
  if (isAboutLogin(due.kind)) return takeCode(tx, site, due, now);
  const clinic = await clinicOf(tx, site, due);
  const patient = due.PatientId === null ? undefined : await readAddressee(tx, site, due.PatientId);
  if (!patient) return drop(tx, site, due, refusedWords['no-consent']);
  const to = recipientOf(patient, due.channel);
  const sending = await sendingOf(tx, site, due, { patient, timeZone: clinic.timeZone, now });
  if (sending.is === 'never') return drop(tx, site, due, refusedWords[sending.why]);
  if (sending.is === 'later') return putOff(tx, site, due, sending.at);
  if (!to) return drop(tx, site, due, 'The chart no longer has an email or phone for this.');
  const overtaken = await overtakenBy(tx, site, due, wallTimeIn(clinic.timeZone, now));
  if (overtaken !== null) return drop(tx, site, due, overtaken);
  if (due.channel === 'text') {
    await tx.run(`update outbound_messages set recipient = $3 where site = $1 and "MessageId" = $2`, [
      site,
      due.MessageId,
      to,
    ]);
    return { ...due, to };
  }
  await handOver(tx, site, due, { to, now });
  return 'done';
}

const refusedWords: Record<Refusal, string> = {
  'no-consent': 'The patient no longer wants this type of message.',
  stopped: 'This number replied STOP.',
  deceased: 'The patient has died.',
};

type About = { patient: NonNullable<Awaited<ReturnType<typeof readAddressee>>>; timeZone: string; now: Date };

/** The same question as when it was written. The one answer to a STOP is owed to who has just taken the consent away. */
async function sendingOf(tx: Tx, site: string, due: Due, { patient, timeZone, now }: About) {
  const { kind, PatientId, channel, forStart: Start } = due;
  const isDeceased = patient.DeathDate !== null;
  if (kind === 'answer' || isAboutLogin(kind) || PatientId === null)
    return maySend({ purpose: 'exempt', ledger: nothingSaid, isDeceased, timeZone, now });
  const purpose = purposeOf(kind);
  const ledger = await ledgerOf(tx, site, { PatientId, channel, purpose, recipient: recipientOf(patient, channel) });
  const isUrgent = !waitsForMorning({ Kind: kind, now, timeZone, Start });
  return maySend({ purpose, ledger, isDeceased, timeZone, now, isUrgent });
}

const nothingSaid = { person: null, contact: null };

type LoginKind = 'code' | 'codesPaused' | 'contactChanged';
const isAboutLogin = (kind: Due['kind']): kind is LoginKind =>
  kind === 'code' || kind === 'codesPaused' || kind === 'contactChanged';

/** A code is of use for a few minutes: no consent and no hour of the day is asked, and a late one is not sent. */
async function takeCode(tx: Tx, site: string, due: Due, now: Date): Promise<(Due & { to: string }) | 'done'> {
  const age = now.getTime() - Date.parse(due.createdAt);
  if (due.kind === 'code' && age > codeLimits.codeMinutes * 60_000) return drop(tx, site, due, 'The code has expired.');
  if (due.channel === 'text') return { ...due, to: due.recipient };
  await handOver(tx, site, due, { to: due.recipient, now });
  return 'done';
}

/** Why what was to be told does not hold any more; a visit that is gone, let go, moved or begun is not reminded of. */
async function overtakenBy(
  tx: Tx,
  site: string,
  { kind, VisitId, FillOfferId, forStart }: Due,
  wall: string,
): Promise<string | null> {
  if (FillOfferId !== null) return overOffer(tx, site, { FillOfferId, wall });
  if (VisitId === null || !['reminder', 'booked', 'moved', 'intake'].includes(kind)) return null;
  const visit = await tx.maybe<Pick<Visit, 'Start' | 'stage'> & { isFilledIn: boolean }>(
    `select v."Start", v.stage, exists (select from intakes i where i.site = v.site and i."VisitId" = v."VisitId"
       and i."submittedAt" is not null) as "isFilledIn" from visits v where v.site = $1 and v."VisitId" = $2`,
    [site, VisitId],
  );
  if (!visit || !takesPlace(visit)) return 'The visit was canceled.';
  if (visit.Start !== forStart) return 'The visit was moved.';
  if (kind === 'intake') {
    if (visit.isFilledIn) return 'The patient has sent the forms.';
    if (visit.stage === 'checkedIn') return null;
  }
  return ['scheduled', 'confirmed'].includes(visit.stage) && visit.Start > wall ? null : 'The visit has started.';
}

/** Into the mail spool, from where it is sent once; the links are in the mail alone from then on. */
async function handOver(tx: Tx, site: string, due: Due, { to, now }: { to: string; now: Date }): Promise<void> {
  const { MailId, isSent } = await putMail(tx, {
    site,
    UserId: null,
    to,
    subject: due.subject,
    body: due.body,
    isForPatient: true,
    unsubscribe: due.unsubscribe,
  });
  await tx.run(
    `update outbound_messages set state = $3, "MailId" = $4, "claimId" = null, recipient = $5, body = $6, "sentAt" = $7, unsubscribe = null
     where site = $1 and "MessageId" = $2`,
    [site, due.MessageId, isSent ? 'sent' : 'kept', MailId, to, withoutLinks(due.body), isSent ? now : null],
  );
}

async function drop(tx: Tx, site: string, { MessageId, body }: Due, problem: string): Promise<'done'> {
  await tx.run(
    `update outbound_messages set state = 'dropped', problem = $3, body = $4, unsubscribe = null, "claimId" = null
     where site = $1 and "MessageId" = $2`,
    [site, MessageId, problem, withoutLinks(body)],
  );
  return 'done';
}

async function putOff(tx: Tx, site: string, { MessageId, tries }: Due, until: Date): Promise<'done'> {
  await tx.run(
    `update outbound_messages set state = 'waiting', "claimId" = null, "notBefore" = $3, "dueAt" = $3, tries = $4
     where site = $1 and "MessageId" = $2`,
    [site, MessageId, until, tries - 1],
  );
  return 'done';
}

type Tried = { MessageId: string; claimId: string; tries: number; now: Date; body: string };

/** Notes what became of a text; nothing when somebody else holds it by now. */
async function settle(
  tx: Tx,
  site: string,
  { MessageId, claimId, tries, now, body }: Tried,
  outcome: Awaited<ReturnType<Texts['send']>>,
): Promise<void> {
  const waits = Math.min(2 ** Math.min(tries - 1, 10), longestWaitMinutes);
  const isGone = outcome.state === 'sent' || outcome.state === 'failed';
  await tx.run(
    `update outbound_messages set state = $4, problem = $5, "claimId" = null, body = $6,
       "sentAt" = case when $4 = 'sent' then $7::timestamptz end,
       "dueAt" = $7::timestamptz + make_interval(mins => $8)
     where site = $1 and "MessageId" = $2 and "claimId" = $3`,
    [
      site,
      MessageId,
      claimId,
      outcome.state,
      'problem' in outcome ? outcome.problem : null,
      isGone ? withoutLinks(body) : body,
      now,
      waits,
    ],
  );
}
