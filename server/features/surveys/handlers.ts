import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { surveyEndpoints } from '#contract/surveys/endpoints.ts';
import { askableFrom, netPromoterScore } from '#contract/surveys/survey.ts';
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
      SurveySendId: newId(),
      UserId: caller.UserId,
      now,
    });
    // Nothing of it stays.
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
