import { randomUUID } from 'node:crypto';
import { wallTimeIn } from '#contract/base/dates.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { intakeReminderHours, intakeStep, type IntakeStep } from '#contract/messages/intake-remind.ts';
import type { MessageChannel } from '#contract/messages/message.ts';
import { inBoth, inBothWords, intakeText } from '#contract/messages/words.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '../db/database.ts';
import { makeLink } from './links.ts';
import { channelsOf, siteSettingsOf } from './news.ts';
import { messagesOf } from './sender.ts';
import { clinicOf, writeMessage } from './write-message.ts';

/** So much earlier than by its rule a reminder may go out, to keep out of the night. */
const nightMs = 13 * 3_600_000;
const longestMs = Math.max(...intakeReminderHours) * 3_600_000 + nightMs;
const perTransaction = 100;

type Round = { site: string; now: Date; isStopped: () => boolean };

/**
 * Reminds patients of a site of forms that were sent to them before a visit and are not finished. Each step is noted under
 * the id of its message before that is written, so that it is sent once by each way, however many servers look.
 */
export async function remindOfIntakes(database: Database, { site, now, isStopped }: Round): Promise<void> {
  let after: string | null = '';
  while (after !== null && !isStopped()) {
    const from: string = after;
    after = await database.tx(messagesOf(site), (tx) => remindSome(tx, site, { now, after: from }));
  }
}

type Waiting = Pick<Visit, 'VisitId' | 'PatientId' | 'Start' | 'End' | 'stage'> & {
  IntakeId: string;
  isBegun: boolean;
  timeZone: string;
  sentAt: string | null;
};

/** Looks at the next intakes; up to which it got, or null at the end. */
async function remindSome(tx: Tx, site: string, { now, after }: { now: Date; after: string }): Promise<string | null> {
  const waiting = await tx.rows<Waiting>(
    `select i."IntakeId", i.answers <> '{}' as "isBegun", v."VisitId", v."PatientId", v."Start", v."End", v.stage,
       f."TimeZone" as "timeZone", (select to_jsonb(max(m."createdAt")) #>> '{}' from outbound_messages m
         where m.site = v.site and m."VisitId" = v."VisitId" and m.kind = 'intake') as "sentAt"
     from intakes i join visits v on v.site = i.site and v."VisitId" = i."VisitId"
     join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where i.site = $1 and i."submittedAt" is null and i."IntakeId"::text > $2 and v.stage in ('scheduled', 'confirmed')
       and v."Start" > $3 and v."Start" < $4
     order by i."IntakeId"::text limit ${perTransaction}`,
    // No zone is further away than that; the rule itself knows the facility's.
    [site, after, wallTimeIn('Etc/GMT+12', now), wallTimeIn('Etc/GMT-14', new Date(now.getTime() + longestMs))],
  );
  const channels = channelsOf(await siteSettingsOf(tx, site));
  for (const one of waiting) {
    const { timeZone, sentAt } = one;
    const step = intakeStep({ visit: one, sentAt: sentAt === null ? null : new Date(sentAt), timeZone, now });
    if (step !== null) await remindOf(tx, site, one, { step, channels, now });
  }
  return waiting.length < perTransaction ? null : (waiting.at(-1)?.IntakeId ?? null);
}

type Step = { step: IntakeStep; channels: MessageChannel[]; now: Date };

async function remindOf(tx: Tx, site: string, of: Waiting, { step, channels, now }: Step): Promise<void> {
  const { PatientId, VisitId, Start, End, isBegun, timeZone } = of;
  const claimed: { channel: MessageChannel; MessageId: string }[] = [];
  for (const channel of channels) {
    const MessageId = randomUUID();
    // A visit that is moved is another step.
    const isOurs = await tx.run(
      `insert into message_steps (site, kind, "SubjectId", step, channel, "MessageId")
       values ($1, 'intakeRemind', $2, $3, $4, $5) on conflict do nothing`,
      [site, of.IntakeId, `${step} h before ${Start}`, channel, MessageId],
    );
    if (isOurs > 0) claimed.push({ channel, MessageId });
  }
  if (claimed.length === 0) return;
  const clinic = await clinicOf(tx, site, { VisitId });
  const path = await makeLink(tx, site, { PatientId, purpose: 'intake', VisitId, expiresAt: momentOf(End, timeZone) });
  for (const { channel, MessageId } of claimed)
    await writeMessage(tx, site, {
      PatientId,
      VisitId,
      MessageId,
      Kind: 'intake',
      text: inBoth((language) => intakeText(Start, isBegun, language)),
      subject: inBothWords('intakeSubject', { clinic: clinic.name }),
      links: [{ label: inBothWords('intakeLink'), path }],
      channels: [channel],
      now,
    });
}
