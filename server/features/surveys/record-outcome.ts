import { randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import { NoteId as NoteIdOf, OutcomeResponseId, uuidFrom } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { noteOfCase } from '#contract/documentation/note-of-case.ts';
import { needsAlert } from '#contract/outcomes/needs-alert.ts';
import type { OutcomeMeasure } from '#contract/outcomes/outcome-measure.ts';
import type { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { currentResponses } from '#contract/outcomes/responses.ts';
import { scoredAnswers } from '#contract/surveys/outcome-survey.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { storeNote } from '#server/features/documentation/store.ts';
import { holdCase } from '#server/features/measures/store.ts';
import { outcomesOfCase } from '#server/features/outcomes/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import { holdNote, lockVisit } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { insertRow } from '#server/kit/db/rows.ts';
import type { SurveySend } from './store.ts';

type Answering = {
  send: SurveySend;
  measure: OutcomeMeasure;
  answers: Readonly<Record<string, unknown>>;
  /** At the clinic, `YYYY-MM-DD`. */
  today: string;
  now: Date;
};

/**
 * Puts what a patient answered to a measure into the chart, in the same transaction as the survey's own answers. Changed
 * answers correct those before; what staff corrected meanwhile is changed by staff alone.
 */
export async function recordOutcome(tx: Tx, { send, measure, answers, today, now }: Answering): Promise<void> {
  const scored = scoredAnswers(measure, answers) ?? fail('invalid', refusals.surveyAnswers.en);
  const visit = send.VisitId === null ? undefined : await lockVisit(tx, send.VisitId);
  const of = visit?.PatientId === send.PatientId ? await readCase(tx, visit.CaseId) : undefined;
  if (!visit || !of) fail('not-found', refusals.deadSurveyLink.en);
  await holdCase(tx, of.CaseId);
  const there = await outcomesOfCase(tx, of.CaseId);
  const isOwn = ({ SurveySendId }: OutcomeResponse) => SurveySendId === send.SurveySendId;
  const last = currentResponses(there).find(isOwn);
  if (!last && there.some(isOwn)) fail('user-visible', refusals.surveyClosed.en);
  const { MeasureKey, Version } = measure;
  const isAlerting = needsAlert(MeasureKey, scored.Answers);
  const open = await openNote(tx, { visit, last, isAlerting });
  await insertRow(tx, 'outcomeResponses', {
    OutcomeResponseId: OutcomeResponseId.parse(newId(now)),
    CaseId: of.CaseId,
    PatientId: of.PatientId,
    NoteId: open ?? (isAlerting ? await beginNote(tx, { of, visit, today, now }) : null),
    MeasureKey,
    Version,
    Date: today,
    ...scored,
    CorrectsId: last?.OutcomeResponseId ?? null,
    EnteredBy: 'patient',
    SurveySendId: send.SurveySendId,
  });
}

const newId = (now: Date) => uuidFrom(now.getTime(), randomBytes(10));

type Finding = { visit: Visit; last: OutcomeResponse | undefined; isAlerting: boolean };

/**
 * The note that the answers belong to: that of the answers before, else of the visit, as long as it is not signed. What
 * has to be acted on goes into one that somebody has begun: it waits in their list of unsigned notes.
 */
async function openNote(tx: Tx, { visit, last, isAlerting }: Finding): Promise<OutcomeResponse['NoteId']> {
  const before = last?.NoteId ? await holdNote(tx, last.NoteId) : undefined;
  if (before && before.signedAt === null) return before.NoteId;
  const ofVisit = await holdNote(tx, visit.VisitId);
  if (ofVisit) return ofVisit.signedAt === null ? ofVisit.NoteId : null;
  return takesPlace(visit) && !isAlerting ? NoteIdOf.parse(visit.VisitId) : null;
}

type Beginning = { of: Case; visit: Visit; today: string; now: Date };

/** A note of the therapist of the visit, in which they record what they did. */
async function beginNote(tx: Tx, { of, visit, today, now }: Beginning): Promise<OutcomeResponse['NoteId']> {
  const { CaseId } = of;
  const NoteId = NoteIdOf.parse(newId(now));
  const begun = { NoteId, CaseId, NoteType: 'communication', NoteDate: today, ParentNoteId: null } as const;
  await storeNote(tx, noteOfCase(begun, of, null, visit.ProviderId));
  return NoteId;
}
