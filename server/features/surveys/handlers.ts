import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { surveyEndpoints } from '#contract/surveys/endpoints.ts';
import { outcomeMeasure } from '#contract/outcomes/outcomes.ts';
import { isAskable, outcomeSurveyKey } from '#contract/surveys/outcome-survey.ts';
import { askableFrom, careSurvey, measureAgainDays, netPromoterScore } from '#contract/surveys/survey.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import { lockVisit } from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { clinicOf } from '#server/kit/messages/write-message.ts';
import { sendSurvey } from './send.ts';
import { lastSentTo, linesSince, noteCalled, scoresSince } from './store.ts';

const dayMs = 86_400_000;
const shownDays = 90;
const unreached = {
  'no-consent': 'The patient has not agreed to surveys by the ways this clinic uses. No survey was sent.',
  'no-address': 'The chart has no email or mobile phone. No survey was sent.',
} as const;
const been = new Set(['inProgress', 'review', 'billing', 'submitted', 'closed']);

/** What the staff does about surveys. */
export const surveyHandlers: Handlers<typeof surveyEndpoints> = {
  async send({ id }, { tx, caller, now, newId }) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    if (!been.has(visit.stage)) fail('user-visible', 'A survey can be sent once the visit has started.');
    const from = askableFrom(await lastSentTo(tx, visit.PatientId), now);
    if (from) {
      const { timeZone } = await clinicOf(tx, caller.site, visit);
      const day = showDate(wallTimeIn(timeZone, from).slice(0, 10));
      fail('user-visible', `This patient was asked less than 30 days ago. The next survey can be sent on ${day}.`);
    }
    const { reached, why } = await sendSurvey(tx, {
      site: caller.site,
      visit,
      survey: careSurvey,
      word: 'survey',
      SurveySendId: newId(),
      UserId: caller.UserId,
      now,
    });
    // Nothing of it stays.
    if (reached.length === 0) fail('user-visible', unreached[why ?? 'no-address']);
    return { reached };
  },

  async sendOutcome({ id, MeasureKey }, { tx, caller, now, newId }) {
    const { site, UserId } = caller;
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    await assertMayWriteCare(tx, caller, { CaseId: visit.CaseId, ProviderId: visit.ProviderId });
    const measure = outcomeMeasure(MeasureKey);
    if (!measure || !isAskable(measure))
      fail('user-visible', 'Patients can’t answer this measure online. Nothing was sent.');
    if (!takesPlace(visit)) fail('user-visible', 'This visit does not take place. Send it from another visit.');
    const survey = { SurveyKey: outcomeSurveyKey(MeasureKey), version: measure.Version };
    const from = askableFrom(await lastSentTo(tx, visit.PatientId, survey.SurveyKey), now, measureAgainDays);
    if (from) {
      const { timeZone } = await clinicOf(tx, site, visit);
      const day = showDate(wallTimeIn(timeZone, from).slice(0, 10));
      fail('user-visible', `The patient was sent this measure less than 7 days ago. It can be sent again on ${day}.`);
    }
    const SurveySendId = newId();
    const { reached, why } = await sendSurvey(tx, { site, visit, survey, word: 'outcome', SurveySendId, UserId, now });
    if (reached.length === 0) fail('user-visible', unreached[why ?? 'no-address']);
    return { reached };
  },

  async list(_, { tx, now }) {
    const since = new Date(now.getTime() - shownDays * dayMs);
    const surveys = await linesSince(tx, since);
    const { sent, scores } = await scoresSince(tx, since);
    return { surveys, sent, answered: scores.length, score: netPromoterScore(scores) };
  },

  async called({ SurveySendId: id }, { tx, caller: { site, UserId }, now }) {
    const noted = await noteCalled(tx, id, { UserId, at: now });
    if (!noted) fail('not-found', 'This survey was not found, or you can’t see it.');
    await audit(tx, site, { UserId, action: 'update', entity: 'surveySends', pk: id });
    return noted;
  },
};
