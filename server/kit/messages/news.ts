import { wallTimeIn } from '#contract/base/dates.ts';
import type { MessageChannel, MessageKind } from '#contract/messages/message.ts';
import { knownOf, newsDelayMs, newsOf, type Known } from '#contract/messages/news.ts';
import { inBoth, inBothWords, newsSubject, newsText, type NewsLine } from '#contract/messages/words.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { settingsFrom, type Settings } from '#contract/settings/settings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '../db/database.ts';
import { bodyWithoutLinks, makeLink } from './links.ts';
import { messagesOf } from './sender.ts';
import { clinicOf, writeMessage } from './write-message.ts';

type Told = Pick<Visit, 'VisitId' | 'PatientId' | 'FacilityId' | 'Start' | 'stage'>;

/**
 * Notes, where the site tells of visits, that one was booked (`was` null), changed or removed (`is` null), in the same
 * transaction. What the patient knew before the first of several changes stays; the three minutes begin anew with each.
 */
export async function noteNews(tx: Tx, was: Told | null, is: Told | null): Promise<void> {
  const one = is ?? was;
  if (!one) return;
  await tx.run(
    `insert into visit_news (site, "VisitId", "PatientId", "FacilityId", known)
     select site, $1, $2, $3, $4 from sites where site = app_site() and settings -> 'tell_of_visits' = 'true'
     on conflict (site, "VisitId") do update set "changedAt" = clock_timestamp(), "FacilityId" = excluded."FacilityId"`,
    [one.VisitId, one.PatientId, one.FacilityId, was && JSON.stringify(knownOf(was))],
  );
}

/** Writes to each patient of a site whose visits have not changed for three minutes what has become of them. */
export async function tellNews(
  database: Database,
  { site, now, isStopped }: { site: string; now: Date; isStopped: () => boolean },
): Promise<void> {
  while (!isStopped()) {
    const isMore = await database.tx(messagesOf(site), (tx) => tellNext(tx, site, now));
    if (!isMore) return;
  }
}

type News = { VisitId: string; PatientId: string; FacilityId: string; known: Known | null; isYoung: boolean };

async function tellNext(tx: Tx, site: string, now: Date): Promise<boolean> {
  const settled = new Date(now.getTime() - newsDelayMs);
  const next = await tx.maybe<{ PatientId: string }>(
    `select "PatientId" from visit_news where site = $1 group by "PatientId" having max("changedAt") <= $2 limit 1`,
    [site, settled],
  );
  if (!next) return false;
  const news = await tx.rows<News>(
    `select "VisitId", "PatientId", "FacilityId", known, "changedAt" > $3 as "isYoung" from visit_news
     where site = $1 and "PatientId" = $2 order by "VisitId" for update`,
    [site, next.PatientId, settled],
  );
  // Changed again while this one waited for its turn, or told by somebody else.
  if (news.length === 0 || news.some(({ isYoung }) => isYoung)) return true;
  await tx.run(`delete from visit_news where site = $1 and "PatientId" = $2`, [site, next.PatientId]);
  const settings = await siteSettingsOf(tx, site);
  if (settings.tell_of_visits) await tell(tx, site, { news, PatientId: next.PatientId, settings, now });
  return true;
}

type Tell = { news: News[]; PatientId: string; settings: Settings; now: Date };

async function tell(tx: Tx, site: string, { news, PatientId, settings, now }: Tell): Promise<void> {
  const lines: (NewsLine & { VisitId: string; FacilityId: string })[] = [];
  for (const { VisitId, FacilityId, known } of news) {
    const { is, timeZone } = await visitNow(tx, site, { VisitId, FacilityId });
    const Kind = newsOf(known, is, wallTimeIn(timeZone, now));
    if (Kind !== null)
      lines.push({ VisitId, FacilityId, Kind, Start: is?.Start ?? known?.Start ?? '', before: known?.Start ?? null });
  }
  const [first] = lines;
  if (!first) return;
  lines.sort((one, other) => one.Start.localeCompare(other.Start));
  for (const { VisitId } of lines) await dropOlder(tx, site, VisitId);
  const only = lines.length === 1 ? first : null;
  const isGone = only !== null && only.Kind === 'cancelled';
  const clinic = await clinicOf(tx, site, only ?? first);
  const link =
    only && !isGone
      ? await makeLink(tx, site, {
          PatientId,
          purpose: 'visit',
          VisitId: only.VisitId,
          expiresAt: momentOf(only.Start, clinic.timeZone),
        })
      : null;
  await writeMessage(tx, site, {
    PatientId,
    VisitId: only?.VisitId ?? null,
    FacilityId: first.FacilityId,
    Kind: only?.Kind ?? 'other',
    text: inBoth((language) => newsText(lines, language)),
    subject: inBoth((language) => newsSubject(lines, clinic.name, language)),
    ...(link !== null && { links: [{ label: inBothWords('visitLink'), path: link }] }),
    channels: channelsOf(settings),
    now,
  });
}

/** By which ways the site writes of its own accord. */
export function channelsOf({ messages_by_email, messages_by_text }: Settings): MessageChannel[] {
  return [...(messages_by_email ? ['email' as const] : []), ...(messages_by_text ? ['text' as const] : [])];
}

export async function siteSettingsOf(tx: Tx, site: string): Promise<Settings> {
  const found = await tx.maybe<{ settings: Record<string, unknown> }>('select settings from sites where site = $1', [
    site,
  ]);
  return settingsFrom(found?.settings ?? {});
}

async function visitNow(tx: Tx, site: string, { VisitId, FacilityId }: { VisitId: string; FacilityId: string }) {
  const found = await tx.maybe<{ timeZone: string; Start: string | null; stage: Visit['stage']; at: string }>(
    `select f."TimeZone" as "timeZone", v."Start", v.stage, v."FacilityId" as at from facilities f
     left join visits v on v.site = f.site and v."VisitId" = $2 where f.site = $1 and f."FacilityId" = $3`,
    [site, VisitId, FacilityId],
  );
  if (!found) throw new Error('The facility of a visit is gone');
  const { timeZone, Start, stage, at } = found;
  return { timeZone, is: Start === null ? null : { Start, stage, FacilityId: at as Visit['FacilityId'] } };
}

const overtaken: readonly MessageKind[] = ['booked', 'moved', 'cancelled', 'reminder'];

/** What waits for the morning is replaced by what is newer. */
async function dropOlder(tx: Tx, site: string, VisitId: string): Promise<void> {
  await tx.run(
    `update outbound_messages set state = 'dropped', problem = 'A newer message replaced it.', body = ${bodyWithoutLinks}
     where site = $1 and "VisitId" = $2 and kind = any ($3) and state = 'waiting'`,
    [site, VisitId, overtaken],
  );
}
