import type { SurveyLine } from '#contract/surveys/endpoints.ts';
import { mostSurveys } from '#contract/surveys/endpoints.ts';
import { careSurvey, type SurveyAnswers } from '#contract/surveys/survey.ts';
import type { Tx } from '#server/kit/context.ts';

export type SurveySend = {
  SurveySendId: string;
  PatientId: string;
  VisitId: string | null;
  SurveyKey: string;
  version: number;
};
export type Given = { answers: SurveyAnswers; n: number; firstAt: string };

export async function insertSend(tx: Tx, send: SurveySend, sent: { UserId: string | null; at: Date }): Promise<void> {
  await tx.run(
    `insert into survey_sends (site, "SurveySendId", "PatientId", "VisitId", "SurveyKey", version, "sentAt", "sentByUserId")
     values (app_site(), $1, $2, $3, $4, $5, $6, $7)`,
    [send.SurveySendId, send.PatientId, send.VisitId, send.SurveyKey, send.version, sent.at, sent.UserId],
  );
}

/** When a patient was last sent a survey; two senders at once wait for one another. */
export async function lastSentTo(
  tx: Tx,
  PatientId: string,
  SurveyKey: string = careSurvey.SurveyKey,
): Promise<string | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('survey ' || app_site() || $1, 0))`, [PatientId]);
  const found = await tx.maybe<{ at: string | null }>(
    `select max("sentAt") as at from survey_sends where site = app_site() and "PatientId" = $1 and "SurveyKey" = $2`,
    [PatientId, SurveyKey],
  );
  return found?.at ?? null;
}

export function readSend(tx: Tx, SurveySendId: string): Promise<SurveySend | undefined> {
  return tx.maybe<SurveySend>(
    `select "SurveySendId", "PatientId", "VisitId", "SurveyKey", version from survey_sends
     where site = app_site() and "SurveySendId" = $1`,
    [SurveySendId],
  );
}

/** The case of the visit that a survey is about; null where that visit is gone. */
export async function caseOfVisit(tx: Tx, VisitId: string | null): Promise<string | null> {
  const found = await tx.maybe<{ CaseId: string }>(
    `select "CaseId" from visits where site = app_site() and "VisitId" = $1`,
    [VisitId],
  );
  return found?.CaseId ?? null;
}

/** The newest answers, with when the first ones came. */
export function answersOf(tx: Tx, SurveySendId: string): Promise<Given | undefined> {
  return tx.maybe<Given>(
    `select answers, n, (select min(at) from survey_answers one where one.site = all_of."site" and one."SurveySendId" = all_of."SurveySendId") as "firstAt"
     from survey_answers all_of where site = app_site() and "SurveySendId" = $1 order by n desc limit 1`,
    [SurveySendId],
  );
}

type NewAnswers = { send: SurveySend; n: number; answers: SurveyAnswers; at: Date };

export async function insertAnswers(tx: Tx, { send, n, answers, at }: NewAnswers): Promise<void> {
  await tx.run(
    `insert into survey_answers (site, "SurveySendId", n, "PatientId", answers, at) values (app_site(), $1, $2, $3, $4, $5)`,
    [send.SurveySendId, n, send.PatientId, JSON.stringify(answers), at],
  );
}

/** Surveys about care whose visit the caller may see, or whose visit is gone. What a measure asked is in the chart alone. */
const seen = `s.site = app_site() and s."SurveyKey" = '${careSurvey.SurveyKey}' and s."sentAt" > $1 and (s."VisitId" is null or v."VisitId" is not null)`;
const from = `from survey_sends s
  join patients p on p.site = s.site and p."PatientId" = s."PatientId"
  left join visits v on v.site = s.site and v."VisitId" = s."VisitId"
  left join lateral (
    select a.answers, min(a.at) over () as "answeredAt" from survey_answers a
    where a.site = s.site and a."SurveySendId" = s."SurveySendId" order by a.n desc limit 1) given on true`;

export function linesSince(tx: Tx, since: Date): Promise<SurveyLine[]> {
  return tx.rows<SurveyLine>(
    `select s."SurveySendId", s."PatientId", p."FirstName", p."LastName", p."PreferredName", p."DateOfBirth"::text as "DateOfBirth", p."Phone",
       s."sentAt", given."answeredAt",
       (given.answers ->> 'recommend')::int as recommend, given.answers ->> 'comment' as comment,
       coalesce((given.answers ->> 'callMe')::boolean, false) as "callMe", s."calledAt"
     ${from} where ${seen} order by coalesce((given.answers ->> 'callMe')::boolean and s."calledAt" is null, false) desc,
       coalesce(given."answeredAt", s."sentAt") desc, s."SurveySendId" limit ${mostSurveys}`,
    [since],
  );
}

/** All that were sent since then, and the scores of those that were answered. */
export async function scoresSince(tx: Tx, since: Date): Promise<{ sent: number; scores: number[] }> {
  const found = await tx.maybe<{ sent: number; scores: number[] }>(
    `select count(*)::int as sent,
       coalesce(array_agg((given.answers ->> 'recommend')::int) filter (where given.answers is not null), '{}') as scores
     ${from} where ${seen}`,
    [since],
  );
  return found ?? { sent: 0, scores: [] };
}

/** The first call counts; undefined where there is no such survey for the caller. */
export async function noteCalled(tx: Tx, SurveySendId: string, by: { UserId: string; at: Date }) {
  return tx.maybe<{ calledAt: string }>(
    `update survey_sends s set "calledAt" = coalesce(s."calledAt", $2), "calledByUserId" = coalesce(s."calledByUserId", $3)
     where s.site = app_site() and s."SurveySendId" = $1 and (s."VisitId" is null or exists (
       select from visits v where v.site = s.site and v."VisitId" = s."VisitId"))
     returning s."calledAt"`,
    [SurveySendId, by.at, by.UserId],
  );
}
