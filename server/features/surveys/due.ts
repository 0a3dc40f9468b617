import { randomBytes } from 'node:crypto';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { askableFrom, askAgainByItselfDays, careSurvey } from '#contract/surveys/survey.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { lockVisit, siteSettings } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { pollLoop, type Round, type Rounds } from '#server/kit/rounds.ts';
import { sendSurvey } from './send.ts';
import { lastSentTo } from './store.ts';

const everyMs = 3_600_000;
/** Who could not be asked for so long is not asked about that visit any more. */
const lateDays = 7;

/** Asks patients about their care after the visit that each site says, once an hour. */
export function keepSurveying(database: Database, told: { failed(): void }): Rounds {
  return pollLoop((given) => surveyRound(database, { ...given, now: new Date() }), told, everyMs);
}

/** One look at all sites. Each patient is asked in a transaction of their own, so that a crash asks nobody twice. */
export async function surveyRound(database: Database, given: Partial<Round> & { now: Date }): Promise<void> {
  const { now, isStopped = () => false, attempt = (part) => part() } = given;
  const sites = await database.outside((tx) => tx.rows<{ site: string }>('select sites_that_survey() as site'));
  for (const { site } of sites) {
    const due = await database.tx(messagesOf(site), (tx) => visitsDue(tx, now));
    for (const { VisitId } of due) {
      if (isStopped()) return;
      await attempt(() => database.tx(messagesOf(site), (tx) => askOne(tx, { site, VisitId, now })));
    }
  }
}

/** Each case's visit after which is asked, of the last days but not of today, whose patient has agreed and was not asked lately. */
async function visitsDue(tx: Tx, now: Date): Promise<{ VisitId: string }[]> {
  const { survey_after_visits: after } = settingsFrom((await siteSettings(tx)).settings);
  if (after === 0) return [];
  // The first of the day anywhere: what is today is decided for each facility.
  const today = wallTimeIn('Etc/GMT+12', now).slice(0, 10);
  return tx.rows<{ VisitId: string }>(
    `select v."VisitId" from (
       select one.*, row_number() over (partition by one."CaseId" order by one."Start", one."VisitId") as nth
       from visits one where one.site = app_site() and one.stage in ('billing', 'submitted', 'closed')
         and one."CaseId" in (select recent."CaseId" from visits recent
           where recent.site = app_site() and recent."Start" > $2 and recent."Start" < $3)) v
     join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.nth = $1 and v."Start" > $2
       and left(v."Start", 10) < to_char($4::timestamptz at time zone f."TimeZone", 'YYYY-MM-DD')
       and exists (select from consent_ledger c where c.site = v.site and c."PatientId" = v."PatientId"
         and c.purpose = 'surveys' and c.given)
       and not exists (select from survey_sends s where s.site = v.site and s."PatientId" = v."PatientId" and s."SurveyKey" = '${careSurvey.SurveyKey}' and s."sentAt" > $5)
     order by v."Start", v."VisitId"`,
    [
      after,
      addDays(today, -lateDays),
      addDays(today, 2),
      now,
      new Date(now.getTime() - askAgainByItselfDays * 86_400_000),
    ],
  );
}

/** Looked at again under the lock of the patient: of two servers one asks. */
async function askOne(tx: Tx, { site, VisitId, now }: { site: string; VisitId: string; now: Date }): Promise<void> {
  const visit = await lockVisit(tx, VisitId);
  if (!visit || askableFrom(await lastSentTo(tx, visit.PatientId), now, askAgainByItselfDays)) return;
  await tx
    .savepoint(async () => {
      const SurveySendId = uuidFrom(now.getTime(), randomBytes(10));
      const { reached } = await sendSurvey(tx, {
        site,
        visit,
        survey: careSurvey,
        word: 'survey',
        SurveySendId,
        UserId: null,
        now,
      });
      if (reached.length === 0) throw new Unreached();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Unreached)) throw error;
    });
}

/** Takes back what was written for who cannot be reached. */
class Unreached extends Error {}
