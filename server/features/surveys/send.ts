import { inBothWords, type MessageWord } from '#contract/messages/words.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { surveyLinkDays, type Survey } from '#contract/surveys/survey.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { addHistory, siteSettings } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { channelsOf } from '#server/kit/messages/news.ts';
import { clinicOf, writeMessage, type Written } from '#server/kit/messages/write-message.ts';
import { insertSend } from './store.ts';

const dayMs = 86_400_000;

type Sending = {
  site: string;
  visit: Visit;
  survey: Pick<Survey, 'SurveyKey' | 'version'>;
  /** What the message says. */
  word: MessageWord;
  SurveySendId: string;
  UserId: string | null;
  now: Date;
};

/**
 * Writes the message with the link to a survey, and notes that it was sent. Where nobody was reached the caller lets the
 * transaction fail, so that no link stays.
 */
export async function sendSurvey(
  tx: Tx,
  { site, visit, survey: { SurveyKey, version }, word, SurveySendId, UserId, now }: Sending,
): Promise<Pick<Written, 'reached' | 'why'>> {
  const { PatientId, VisitId } = visit;
  const clinic = await clinicOf(tx, site, { VisitId });
  const path = await makeLink(tx, site, {
    PatientId,
    purpose: 'survey',
    VisitId,
    SubjectId: SurveySendId,
    expiresAt: new Date(now.getTime() + surveyLinkDays * dayMs),
  });
  const { reached, why } = await writeMessage(tx, site, {
    PatientId,
    VisitId,
    Kind: 'survey',
    text: inBothWords(word),
    subject: inBothWords('surveySubject', { clinic: clinic.name }),
    links: [{ label: inBothWords('surveyLink'), path }],
    channels: channelsOf(settingsFrom((await siteSettings(tx)).settings)),
    now,
  });
  if (reached.length === 0) return { reached, ...(why && { why }) };
  await insertSend(tx, { SurveySendId, PatientId, VisitId, SurveyKey, version }, { UserId, at: now });
  await addHistory(tx, visit, UserId, { action: 'survey sent' });
  return { reached };
}
