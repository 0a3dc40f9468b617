import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { InsuranceId, PatientId, VisitId } from '../base/ids.ts';
import { Line, Text } from '../base/text.ts';
import { BodyMark } from '../measures/body/body-mark.ts';
import { Insurance, InsuranceFields } from '../patients/insurance.ts';
import type { Answers, IntakeForm } from './form.ts';
import { mostMarks } from './check-answer.ts';

export const IntakeId = z.uuid().brand<'IntakeId'>();
export type IntakeId = z.output<typeof IntakeId>;

export const AnswerKey = z.string().regex(/^[a-z][\w-]{0,40}\.[A-Za-z]\w{0,40}$/);
export const AnswerShape = z.union([
  z.boolean(),
  z.int().min(0).max(10),
  Text(2_000),
  z.array(Line(40)).max(40),
  z.array(BodyMark).max(mostMarks),
]);
/** In groups of four, the last one filled up. */
const Base64 = z.string().regex(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/);
/** More than one screen asks. */
const mostAnswers = 40;

export const relationshipWords = ['parent', 'guardian', 'spouse', 'child', 'attorney', 'other'] as const;
/**
 * A point of a line: x and y in thousandths of the field's width and height. The check of tuples would come to every
 * screen with it.
 */
const StrokePoint = z.array(z.int().min(0).max(1000)).min(2).max(2);
export const Strokes = z.array(z.array(StrokePoint).min(1).max(400)).min(1).max(60);
export type Strokes = z.output<typeof Strokes>;

/** What somebody puts their name to. */
export const Signature = z.strictObject({
  question: AnswerKey,
  SignedConsentId: z.uuid(),
  language: z.enum(['en', 'es']),
  /** SHA-256 of the text that was shown, in hex. */
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  strokes: Strokes.nullable(),
  SignerName: Line(120),
  /** Null: the patient. */
  Relationship: z.enum(relationshipWords).nullable(),
});

/** An intake as its page shows it. */
export const IntakePage = z.object({
  IntakeId,
  clinic: z.string(),
  phone: z.string().nullable(),
  FirstName: z.string(),
  /** Somebody else has to sign: a minor, or a guarantor who fills it in. */
  needsProxy: z.boolean(),
  visit: z.object({ Start: WallTime, place: z.string() }).nullable(),
  forms: z.custom<IntakeForm[]>(Array.isArray),
  answers: z.custom<Answers>((value) => typeof value === 'object'),
  /** Contacts that were typed, as far as this login may see them. */
  masked: z.record(z.string(), z.string()),
  /** Which of these are of an earlier visit, and were not given for this one. */
  before: z.array(z.string()),
  rev: z.int(),
  /** Seals what the phone could not send yet: 32 bytes in base64url. Held in memory alone. */
  inputKey: z.string(),
  isSubmitted: z.boolean(),
});
export type IntakePage = z.output<typeof IntakePage>;

const Saved = z.object({
  rev: z.int(),
  /** Of other devices, since the `rev` that came along. */
  others: z.custom<Answers>((value) => typeof value === 'object'),
  /** Of these, contacts that this login may not see in full. */
  masked: z.record(z.string(), z.string()),
});

const asPatient = {
  access: 'public',
  byHand: true,
  noChart: 'For the patient, or the person who acts for them, who is logged in.',
} as const;

const mayReview = { all: ['edit patients'] };

/** What a patient sent of their insurance; photos are versions of files of the chart. */
export const InsuranceToReview = z.object({
  IntakeId,
  submittedAt: Instant,
  plan: z.string(),
  member: z.string(),
  group: z.string().nullable(),
  holder: z.string().nullable(),
  front: z.string().nullable(),
  back: z.string().nullable(),
});
export type InsuranceToReview = z.output<typeof InsuranceToReview>;

export const intakeEndpoints = {
  read: {
    ...asPatient,
    call: 'POST /intake/read',
    summary: 'Returns the forms to fill in, with the answers so far. `intake` is null if there are none.',
    input: z.strictObject({ language: z.enum(['en', 'es']) }),
    reply: z.object({ intake: IntakePage.nullable() }),
  },
  save: {
    ...asPatient,
    call: 'PUT /intake/:IntakeId/answers',
    summary: 'Saves answers of one page. Answers not sent stay the same. Null removes an answer.',
    input: z.strictObject({
      IntakeId,
      page: z.string().max(90),
      rev: z.int().min(0),
      answers: z.record(AnswerKey, AnswerShape.nullable()).refine((all) => Object.keys(all).length <= mostAnswers, {
        error: 'has more answers than a page has questions',
      }),
    }),
    reply: Saved,
  },
  photo: {
    ...asPatient,
    call: 'POST /intake/:IntakeId/photos',
    summary: 'Saves a photo of an insurance card: a JPEG of at most 500 KB, in base64.',
    input: z.strictObject({ IntakeId, question: AnswerKey, FileVersionId: z.uuid(), jpeg: Base64.max(700_000) }),
    reply: Saved,
    bodyLimit: 1_048_576,
  },
  sign: {
    ...asPatient,
    call: 'POST /intake/:IntakeId/sign',
    summary: 'Signs one text: with lines drawn by finger, or with a typed name.',
    input: Signature.extend({ IntakeId }),
    reply: Saved,
    bodyLimit: 1_048_576,
  },
  submit: {
    ...asPatient,
    call: 'POST /intake/:IntakeId/submit',
    summary: 'Submits the forms. Refused while a required answer or a signature is missing.',
    input: z.strictObject({ IntakeId }),
    reply: z.object({ isSubmitted: z.literal(true) }),
  },
  marks: {
    call: 'GET /visits/:id/intake/marks',
    access: { all: ['write notes'] },
    chartOf: { visit: 'id' },
    summary: 'Returns what the patient marked on the body in the forms of a visit, once they are submitted.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({
      /** Null where no forms were submitted. */
      submittedAt: Instant.nullable(),
      /** Each under the id that it has in a note. */
      marks: z.array(z.object({ id: z.uuid(), mark: BodyMark })),
    }),
  },
  insurance: {
    call: 'GET /patients/:id/intake/insurance',
    access: mayReview,
    chartOf: { patient: 'id' },
    summary:
      'Returns the insurance that the patient sent last, while no one has reviewed it and no policy in force says the same.',
    input: z.strictObject({ id: PatientId }),
    reply: z.object({ entered: InsuranceToReview.nullable() }),
  },
  acceptInsurance: {
    call: 'POST /intake/:IntakeId/insurance/accept',
    access: mayReview,
    chartOf: { reply: ({ PatientId: id }: { PatientId: string }) => [id] },
    summary: 'Makes a policy of the insurance that a patient sent. It changes no other policy.',
    input: z.strictObject({ IntakeId, ...InsuranceFields.shape, InsuranceId }),
    reply: Insurance,
  },
  refuseInsurance: {
    call: 'POST /intake/:IntakeId/insurance/refuse',
    access: mayReview,
    noChart: 'Returns nothing of the patient.',
    summary: 'Notes why the insurance that a patient sent becomes no policy.',
    input: z.strictObject({ IntakeId, reason: Line(200) }),
    reply: z.object({ refused: z.literal(true) }),
  },
  send: {
    call: 'POST /visits/:id/intake/send',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns only how it was sent.',
    summary: 'Sends the patient a link to the forms that a visit asks for.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({
      /** How it was sent; empty when the patient can’t be reached. */
      reached: z.array(z.enum(['email', 'text'])),
      why: z.enum(['no-consent', 'no-address']).nullable(),
    }),
  },
} as const satisfies OnlineTable;
