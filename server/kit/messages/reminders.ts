import { wallTimeIn } from '#contract/base/dates.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { reminderDecision } from '#contract/messages/reminders.ts';
import { inBoth, inBothWords, reminderText } from '#contract/messages/words.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '../db/database.ts';
import { makeLink } from './links.ts';
import { channelsOf, siteSettingsOf } from './news.ts';
import { messagesOf } from './sender.ts';
import { clinicOf, writeMessage } from './write-message.ts';

/** So much earlier than by its rule a reminder may go out, to keep out of the night. */
const nightMs = 13 * 3_600_000;
const hourMs = 3_600_000;
const perTransaction = 100;

/**
 * Writes the reminders of a site that are due. Each is noted in the transaction that writes it, so that of several
 * servers, or after a crash, one writes it once.
 */
export async function remind(
  database: Database,
  { site, now, isStopped }: { site: string; now: Date; isStopped: () => boolean },
): Promise<void> {
  const settings = await database.tx(messagesOf(site), (tx) => siteSettingsOf(tx, site));
  // The nearest first: who is told that the visit is in two hours need not hear that it is in two days.
  const rules = [settings.second_reminder_hours, settings.first_reminder_hours].filter((hours) => hours > 0);
  for (const hoursBefore of rules) {
    let after = '';
    while (!isStopped()) {
      const asked = { hoursBefore, channels: channelsOf(settings), now, after };
      const next = await database.tx(messagesOf(site), (tx) => remindSome(tx, site, asked));
      if (next === null) break;
      after = next;
    }
  }
}

type Waiting = {
  VisitId: string;
  PatientId: string;
  Start: string;
  stage: Visit['stage'];
  TimeZone: string;
  setAt: string | null;
};
type Asked = { hoursBefore: number; channels: ReturnType<typeof channelsOf>; now: Date; after: string };

/** Looks at the next visits; up to which it got, or null at the end. */
async function remindSome(tx: Tx, site: string, { hoursBefore, channels, now, after }: Asked): Promise<string | null> {
  const waiting = await tx.rows<Waiting>(
    `select v."VisitId", v."PatientId", v."Start", v.stage, f."TimeZone",
       (select to_jsonb(max(h.at)) #>> '{}' from visit_history h where h.site = v.site and h."VisitId" = v."VisitId"
          and h.action in ('booked', 'rescheduled')) as "setAt"
     from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.site = $1 and v.stage in ('scheduled', 'confirmed') and v."VisitId"::text > $5
       and v."Start" > to_char($2::timestamptz at time zone f."TimeZone", 'YYYY-MM-DD"T"HH24:MI')
       and v."Start" <= to_char($3::timestamptz at time zone f."TimeZone", 'YYYY-MM-DD"T"HH24:MI')
       and v."Start" > $6 and v."Start" < $7
       and not exists (select from visit_reminders r where r.site = v.site and r."VisitId" = v."VisitId"
         and r."Start" = v."Start" and r."hoursBefore" <= $4)
     order by v."VisitId"::text limit ${perTransaction}`,
    [
      site,
      now,
      new Date(now.getTime() + hoursBefore * hourMs + nightMs),
      hoursBefore,
      after,
      // By the index: no zone is further away than that.
      wallTimeIn('Etc/GMT+12', now),
      wallTimeIn('Etc/GMT-14', new Date(now.getTime() + hoursBefore * hourMs + nightMs)),
    ],
  );
  for (const one of waiting) {
    const setAt = one.setAt === null ? null : new Date(one.setAt);
    const decision = reminderDecision({ visit: one, hoursBefore, setAt, timeZone: one.TimeZone, now });
    if (decision === 'later') continue;
    const isOurs = await tx.run(
      `insert into visit_reminders (site, "VisitId", "Start", "hoursBefore") values ($1, $2, $3, $4) on conflict do nothing`,
      [site, one.VisitId, one.Start, hoursBefore],
    );
    if (isOurs > 0 && decision === 'send') await writeReminder(tx, site, one, { channels, now });
  }
  return waiting.length < perTransaction ? null : (waiting.at(-1)?.VisitId ?? null);
}

async function writeReminder(
  tx: Tx,
  site: string,
  { VisitId, PatientId, Start, TimeZone }: Waiting,
  { channels, now }: Pick<Asked, 'channels' | 'now'>,
): Promise<void> {
  const clinic = await clinicOf(tx, site, { VisitId });
  const path = await makeLink(tx, site, {
    PatientId,
    purpose: 'visit',
    VisitId,
    expiresAt: momentOf(Start, TimeZone),
  });
  await writeMessage(tx, site, {
    PatientId,
    VisitId,
    Kind: 'reminder',
    text: inBoth((language) => reminderText(Start, language)),
    subject: inBothWords('subjectReminder', { clinic: clinic.name }),
    links: [{ label: inBothWords('visitLink'), path }],
    channels,
    now,
  });
}
