import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { VisitId } from '../base/ids.ts';
import { PatientName } from '../patients/patient-name.ts';

export const SurveySendId = z.uuid().brand<'SurveySendId'>();
export type SurveySendId = z.output<typeof SurveySendId>;

/** Travels in bodies alone, which no log has. */
const Token = z.string().max(80);
const Answers = z.record(z.string().max(40), z.union([z.number(), z.string(), z.boolean()]));

const Option = z.object({ value: z.string(), label: z.string() });
const OfMeasure = z.object({
  key: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  isRequired: z.boolean(),
});
const Question = z.discriminatedUnion('kind', [
  OfMeasure.extend({ kind: z.literal('scale'), low: z.string(), high: z.string() }),
  OfMeasure.extend({ kind: z.enum(['choice', 'many']), options: z.array(Option) }),
  OfMeasure.extend({ kind: z.literal('number'), least: z.number(), most: z.number() }),
]);
const InBoth = z.object({ en: z.array(Question), es: z.array(Question) });

/** A survey as its page shows it: nothing of the patient. */
export const SurveyPage = z.object({
  SurveySendId,
  SurveyKey: z.string(),
  version: z.int(),
  clinic: z.string(),
  phone: z.string().nullable(),
  state: z.enum(['open', 'changeable', 'closed']),
  /** Of a survey that asks an outcome measure: its questions, and whether there is no other wording than the English one. */
  measure: z.object({ questions: InBoth, isEnglishOnly: z.boolean() }).nullable(),
  /** Given before, while they may be changed; never those to a measure, which may be given anew. */
  answers: Answers,
});
export type SurveyPage = z.output<typeof SurveyPage>;

/** One line of Company › Surveys. */
export const SurveyLine = z.object({
  SurveySendId,
  /** With the phone for a call. */
  ...PatientName.shape,
  sentAt: Instant,
  answeredAt: Instant.nullable(),
  recommend: z.int().nullable(),
  comment: z.string().nullable(),
  callMe: z.boolean(),
  calledAt: Instant.nullable(),
});
export type SurveyLine = z.output<typeof SurveyLine>;

/** More than a page is read through. */
export const mostSurveys = 200;
const ofSurveys = { all: ['access company', 'manage users'] } as const;
const asPatient = { access: 'public', byHand: true, noChart: 'For the patient with the link.' } as const;

export const surveyEndpoints = {
  read: {
    ...asPatient,
    call: 'POST /survey/read',
    summary:
      'Returns the survey of a link, with the answers so far, except those to an outcome measure. Changes nothing.',
    input: z.strictObject({ token: Token }),
    reply: SurveyPage,
  },
  answer: {
    ...asPatient,
    call: 'POST /survey/:SurveySendId/answers',
    summary: 'Saves the answers to a survey. They can be changed for 24 hours.',
    input: z.strictObject({ SurveySendId, token: Token, answers: Answers }),
    reply: SurveyPage,
  },
  send: {
    call: 'POST /visits/:id/survey/send',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns only how it was sent.',
    summary: 'Sends the patient of a visit a link to the survey about their care.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ reached: z.array(z.enum(['email', 'text'])) }),
  },
  sendOutcome: {
    call: 'POST /visits/:id/outcome/send',
    access: { all: ['write notes'] },
    noChart: 'Returns only how it was sent.',
    summary: 'Sends the patient of a visit a link to an outcome measure. The answers go into the chart.',
    input: z.strictObject({ id: VisitId, MeasureKey: z.string().min(1).max(40) }),
    reply: z.object({ reached: z.array(z.enum(['email', 'text'])) }),
  },
  list: {
    call: 'GET /surveys',
    access: ofSurveys,
    chartOf: { reply: ({ surveys }: { surveys: SurveyLine[] }) => surveys.map((line) => line.PatientId) },
    summary: `Lists the last ${mostSurveys} surveys of 90 days, calls to make first, then the newest, with the net promoter score.`,
    input: z.strictObject({}),
    reply: z.object({
      surveys: z.array(SurveyLine),
      /** Of the surveys of 90 days that were answered. */
      answered: z.int(),
      sent: z.int(),
      /** Null below five answers. */
      score: z.int().nullable(),
    }),
  },
  called: {
    call: 'POST /surveys/:SurveySendId/called',
    access: ofSurveys,
    noChart: 'Returns nothing of the patient.',
    summary: 'Notes that a patient who asked for a call was called.',
    input: z.strictObject({ SurveySendId }),
    reply: z.object({ calledAt: Instant }),
  },
} as const satisfies OnlineTable;
