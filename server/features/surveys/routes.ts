import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { OutcomeMeasure } from '#contract/outcomes/outcome-measure.ts';
import { checkedAnswers } from '#contract/surveys/check-answers.ts';
import { SurveySendId, surveyEndpoints, type SurveyPage } from '#contract/surveys/endpoints.ts';
import {
  isEnglishOnly,
  keptAnswers,
  measureOfSurvey,
  questionsOf,
  scoredAnswers,
} from '#contract/surveys/outcome-survey.ts';
import { surveyOf, surveyState, type SurveyAnswers } from '#contract/surveys/survey.ts';
import { taskOfSurvey } from '#contract/tasks/asked-by-answers.ts';
import { refusals } from '#contract/words/refusals.ts';
import type { Config } from '#server/config.ts';
import { askTask } from '#server/features/tasks/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { narrowToPatients } from '#server/kit/auth/patient-scope.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import type { Api } from '#server/kit/http/mount.ts';
import { limitByAddress, publicRoutes } from '#server/kit/http/public-routes.ts';
import { openPatientLink, parseToken } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { clinicOf, type ClinicOf } from '#server/kit/messages/write-message.ts';
import { recordOutcome } from './record-outcome.ts';
import { answersOf, caseOfVisit, insertAnswers, readSend, type SurveySend } from './store.ts';

type Answering = { SurveySendId: string; answers: Readonly<Record<string, unknown>> };

/** What patients do with a survey, by its link alone. A family answers behind one address. */
export function surveyRoutes({ app, database, config }: Pick<Api, 'app' | 'database'> & { config: Config }): void {
  const route = publicRoutes(app, limitByAddress(app, config.signInsPerQuarterHour * 4));
  route(surveyEndpoints.read, ({ token }) => onSurvey(database, { token }));
  route(surveyEndpoints.answer, ({ token, ...answering }) => onSurvey(database, { token, answering }));
}

/** Opens the survey of a token, keeps the answers that came along, and gives the page as it stands then. */
async function onSurvey(
  database: Database,
  { token, answering, now = new Date() }: { token: string; answering?: Answering; now?: Date },
): Promise<SurveyPage> {
  const dead = refusals.deadSurveyLink.en;
  const named = parseToken(token);
  if (!named) fail('not-found', dead);
  return database.tx(messagesOf(named.site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    if (!link || link.purpose !== 'survey' || link.SubjectId === null) fail('not-found', dead);
    const { site, PatientId, SubjectId } = link;
    const clinic = await clinicOf(tx, site, { VisitId: link.VisitId });
    const send = await readSend(tx, SubjectId);
    const isOther = answering && answering.SurveySendId !== send?.SurveySendId;
    if (!send || send.PatientId !== PatientId || isOther) fail('not-found', dead);
    const measure = measureOfSurvey(send);
    // Charts are written before the transaction is closed to all but the patient's own pages.
    if (answering && measure) await keepInChart(tx, { send, measure, answering, clinic, now });
    await narrowToPatients(tx, [PatientId]);
    if (answering) await keep(tx, { send, answers: answering.answers, today: dayAt(clinic, now), now });
    await audit(tx, site, {
      UserId: null,
      action: answering ? 'patient change' : 'patient read',
      entity: 'surveySends',
      pk: send.SurveySendId,
      PatientId,
      detail: { principal: 'link', level: 'L0', purpose: 'survey' },
    });
    return pageOf(tx, { send, now, clinic: clinic.name, phone: await phoneOf(tx, link.VisitId) });
  });
}

/** The link's row is held: of two answers at once the second one comes after the first. */
async function keep(
  tx: Tx,
  { send, answers, today, now }: { send: SurveySend; answers: Answering['answers']; today: string; now: Date },
): Promise<void> {
  const before = await answersOf(tx, send.SurveySendId);
  if (surveyState(before?.firstAt ?? null, now) === 'closed') fail('user-visible', refusals.surveyClosed.en);
  const kept = checked(send, answers);
  if (!kept) fail('invalid', refusals.surveyAnswers.en);
  await insertAnswers(tx, { send, n: (before?.n ?? 0) + 1, answers: kept, at: now });
  const { PatientId, SurveySendId: id, VisitId } = send;
  const asked = surveyOf(send) && taskOfSurvey({ SurveySendId: id, recommend: kept['recommend'] });
  if (asked) await askTask(tx, asked, { PatientId, CaseId: await caseOfVisit(tx, VisitId), now, dueOn: today });
}

function checked(send: SurveySend, answers: Answering['answers']): SurveyAnswers | null {
  const measure = measureOfSurvey(send);
  if (measure) {
    const scored = scoredAnswers(measure, answers);
    return scored && keptAnswers(scored.Answers, measure);
  }
  const survey = surveyOf(send);
  return survey ? checkedAnswers(survey, answers) : null;
}

type Charting = { send: SurveySend; measure: OutcomeMeasure; answering: Answering; clinic: ClinicOf; now: Date };

async function keepInChart(tx: Tx, { send, measure, answering, clinic, now }: Charting): Promise<void> {
  const before = await answersOf(tx, send.SurveySendId);
  if (surveyState(before?.firstAt ?? null, now) === 'closed') fail('user-visible', refusals.surveyClosed.en);
  await recordOutcome(tx, { send, measure, answers: answering.answers, today: dayAt(clinic, now), now });
}

/** `YYYY-MM-DD` where the clinic is. */
function dayAt({ timeZone }: ClinicOf, now: Date): string {
  return wallTimeIn(timeZone, now).slice(0, 10);
}

type Shown = { send: SurveySend; now: Date; clinic: string; phone: string | null };

async function pageOf(tx: Tx, { send, now, clinic, phone }: Shown): Promise<SurveyPage> {
  const given = await answersOf(tx, send.SurveySendId);
  const state = surveyState(given?.firstAt ?? null, now);
  const measure = measureOfSurvey(send);
  return {
    SurveySendId: SurveySendId.parse(send.SurveySendId),
    SurveyKey: send.SurveyKey,
    version: send.version,
    clinic,
    phone,
    state,
    measure: measure
      ? {
          questions: { en: questionsOf(measure, 'en'), es: questionsOf(measure, 'es') },
          isEnglishOnly: isEnglishOnly(measure, 'es'),
        }
      : null,
    // What is in a chart is not read again by whoever has the link: those answers are given anew.
    answers: state === 'changeable' && given && !measure ? given.answers : {},
  };
}

async function phoneOf(tx: Tx, VisitId: string | null): Promise<string | null> {
  const found = await tx.maybe<{ Phone: string | null }>(
    `select f."Phone" from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.site = app_site() and v."VisitId" = $1`,
    [VisitId],
  );
  return found?.Phone ?? null;
}
