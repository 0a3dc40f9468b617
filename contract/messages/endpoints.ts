import { z } from 'zod';
import { withBase } from '../base/base.ts';
import { WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { PatientId, SiteKey } from '../base/ids.ts';
import { patientsIn } from '../base/patients-in.ts';
import { phoneSentence } from '../base/phone.ts';
import { OptionalLine, Text } from '../base/text.ts';
import { linkPurposes, type LinkPurpose } from '../patient-login/principal.ts';
import { languages, type Language } from '../words/language.ts';
import { SentMessage } from './message.ts';
import { PatientConsents, Purpose } from './patient-consents.ts';
import { textNumber } from './text-number.ts';

/** More than a page is read through. */
export const mostMessages = 200;
/** The longest text a phone sends as one. */
export const longestText = 1_600;

/** Travels in the path of a screen and in bodies of calls, never in a path or query of a call that is logged. */
const Token = z.string().max(80);
/** The time that stood on the patient's page: nobody answers for a visit that was moved meanwhile. */
const SeenStart = WallTime;
const ofMessages = { all: ['access company', 'manage users'] } as const;

/** What a visit is to who holds its link: `passed` when it has begun or is over. */
export const LinkedVisit = z.object({
  Start: WallTime,
  place: z.string(),
  state: z.enum(['booked', 'confirmed', 'cancelled', 'passed']),
  asked: z.enum(['cannotCome', 'anotherTime']).nullable(),
  /** So long before that nobody has to be asked. */
  cancelsAtOnce: z.boolean(),
});
export type LinkedVisit = z.output<typeof LinkedVisit>;

const SpokenLanguage = z.enum(Object.keys(languages) as [Language, ...Language[]]);
/** What a channel is agreed to for. */
const Choices = z.record(Purpose, z.boolean());
const ChangedChoices = z.partialRecord(Purpose, z.boolean());

export const LinkPage = z.object({
  purpose: z.enum(Object.keys(linkPurposes) as [LinkPurpose, ...LinkPurpose[]]),
  name: z.string(),
  clinic: z.string(),
  phone: z.string().nullable(),
  visit: LinkedVisit.nullable(),
  email: Choices,
  text: Choices,
  /** Whether the clinic has an address to write to. */
  hasEmail: z.boolean(),
  /** The number for texts, all but its end hidden; null where there is none. */
  mobile: z.string().nullable(),
  /** In which the patient is written to; null where nobody asked. */
  language: SpokenLanguage.nullable(),
  /** What the emails are about that this link ends; null of other links. */
  about: Purpose.nullable(),
  /** Whether there is a code for this visit to show at the kiosk of its facility today. */
  hasCheckinCode: z.boolean(),
});
export type LinkPage = z.output<typeof LinkPage>;

export const messageEndpoints = {
  list: {
    call: 'GET /company/messages',
    access: ofMessages,
    chartOf: { reply: patientsIn, at: 'messages' },
    summary: `Lists the last ${mostMessages} messages to patients and their replies, newest first.`,
    input: z.strictObject({}),
    reply: z.object({
      /** Whether a mail server and a text gateway are set up; otherwise messages are read on the page. */
      areMailsSent: z.boolean(),
      areTextsSent: z.boolean(),
      messages: z.array(SentMessage),
    }),
  },
  reply: {
    call: 'POST /company/messages/:id/reply',
    access: ofMessages,
    noChart: 'Returns the type of reply only.',
    summary: 'Simulates a patient’s reply to a text when no text gateway is set up. STOP and START work.',
    input: z.strictObject({ id: z.uuid(), text: Text(longestText).min(1) }),
    reply: z.object({ heard: z.enum(['stop', 'start', 'noted']) }),
  },
  consents: {
    call: 'GET /patients/:id/consents',
    access: {},
    chartOf: { patient: 'id' },
    summary: 'Lists the messages a patient agreed to, by channel and purpose, with history.',
    input: z.strictObject({ id: PatientId }),
    reply: PatientConsents,
  },
  saveConsents: {
    call: 'POST /patients/:id/consents',
    access: { all: ['edit patients'] },
    chartOf: { patient: 'id' },
    summary: 'Records the messages a patient agreed to or declined. Fields not sent stay the same.',
    input: z.strictObject({
      id: PatientId,
      email: ChangedChoices.optional(),
      text: ChangedChoices.optional(),
      /** Of a channel, all that was seen: a purpose that is not in it had not been asked about. */
      ...withBase,
    }),
    reply: PatientConsents,
  },
  readLink: {
    call: 'POST /messages/link',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Returns what a message link opens: a visit, preferences or an offer. Changes nothing.',
    input: z.strictObject({ token: Token }),
    reply: LinkPage,
  },
  confirm: {
    call: 'POST /messages/link/confirm',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Confirms the visit of a patient’s link.',
    input: z.strictObject({ token: Token, Start: SeenStart }),
    reply: LinkPage,
  },
  cannotCome: {
    call: 'POST /messages/link/cannotCome',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'The patient can’t come. Cancels the visit a day or more ahead; later it notifies the clinic.',
    input: z.strictObject({ token: Token, Start: SeenStart }),
    reply: LinkPage,
  },
  anotherTime: {
    call: 'POST /messages/link/anotherTime',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'The patient asks for another time. The visit stays booked, and the front desk sees the request.',
    input: z.strictObject({ token: Token, Start: SeenStart, note: OptionalLine(200).optional() }),
    reply: LinkPage,
  },
  checkinCode: {
    call: 'POST /messages/link/checkin',
    access: 'public',
    byHand: true,
    noChart: 'Returns a link for the patient with the link.',
    summary: 'Makes the check-in link of the visit of a patient’s link, to show at the kiosk that day.',
    input: z.strictObject({ token: Token }),
    reply: z.object({ token: Token }),
  },
  savePreferences: {
    call: 'POST /messages/preferences',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Sets which messages the patient of a link gets, and in which language. Fields not sent stay the same.',
    input: z.strictObject({
      token: Token,
      email: ChangedChoices.optional(),
      text: ChangedChoices.optional(),
      language: SpokenLanguage.optional(),
      /** In which the page was read. */
      read: SpokenLanguage.optional(),
    }),
    reply: LinkPage,
  },
  startMobile: {
    call: 'POST /messages/preferences/mobile',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Sends a code to a new mobile number of the patient of a link.',
    input: z.strictObject({
      token: Token,
      Phone: z
        .string()
        .max(30)
        .refine((typed) => textNumber(typed) !== null, { error: phoneSentence }),
      language: SpokenLanguage,
    }),
    reply: z.object({ ContactChangeId: z.uuid() }),
  },
  proveMobile: {
    call: 'POST /messages/preferences/mobile/prove',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Takes the code, saves the new mobile number, and notifies the former one.',
    input: z.strictObject({
      token: Token,
      ContactChangeId: z.uuid(),
      code: z.string().max(20),
      language: SpokenLanguage,
    }),
    reply: LinkPage,
  },
  unsubscribe: {
    call: 'POST /messages/unsubscribe',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Ends the emails that the link of an email is about.',
    input: z.strictObject({ token: Token }),
    reply: LinkPage,
  },
  inbound: {
    call: 'POST /messages/inbound',
    access: 'public',
    byHand: true,
    noChart: 'Returns the type of reply only.',
    summary: 'Receives a text from a patient through the text gateway, with its bearer token.',
    input: z.strictObject({ site: SiteKey, from: z.string().max(30), text: Text(longestText) }),
    reply: z.object({ heard: z.enum(['stop', 'start', 'noted']) }),
  },
} as const satisfies OnlineTable;
