import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { VisitId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { longestPrivateNote } from './note-length.ts';
import { PatientName } from '../patients/patient-name.ts';

export const OnlineReviewSendId = z.uuid().brand<'OnlineReviewSendId'>();
export type OnlineReviewSendId = z.output<typeof OnlineReviewSendId>;

/** Travels in bodies alone, which no log has. */
const Token = z.string().max(80);

/** What /onlineReview shows: the same to all patients of a facility, whatever they think of it. */
export const OnlineReviewPage = z.object({
  clinic: z.string(),
  phone: z.string().nullable(),
  /** In the order of the clinic. */
  sites: z.array(z.object({ Name: z.string(), Url: z.string() })),
  /** A private note was sent with this link: there is one for each. */
  isNoted: z.boolean(),
});
export type OnlineReviewPage = z.output<typeof OnlineReviewPage>;

/** One line of Company › Online reviews: what a patient wrote to the clinic alone. */
export const PrivateNote = z.object({
  OnlineReviewSendId,
  /** With the phone for a call. */
  ...PatientName.shape,
  note: z.string(),
  at: Instant,
  readAt: Instant.nullable(),
});
export type PrivateNote = z.output<typeof PrivateNote>;

/** More than a page is read through. */
export const mostPrivateNotes = 200;
export const privateNoteDays = 180;
const ofReviews = { all: ['access company', 'access online reviews'] } as const;
const asPatient = { access: 'public', byHand: true, noChart: 'For the patient with the link.' } as const;

export const onlineReviewEndpoints = {
  page: {
    ...asPatient,
    call: 'POST /onlineReview/page',
    summary: 'Returns where a patient with a link can write a review, in the clinic’s order. Changes nothing.',
    input: z.strictObject({ token: Token }),
    reply: OnlineReviewPage,
  },
  note: {
    ...asPatient,
    call: 'POST /onlineReview/page/note',
    summary: 'Saves a private note to the clinic. There is one for each link.',
    input: z.strictObject({ token: Token, note: Text(longestPrivateNote) }),
    reply: OnlineReviewPage,
  },
  send: {
    call: 'POST /visits/:id/review/send',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns only how it was sent.',
    summary: 'Sends the patient of a visit a link to the page for reviews, at most once in 180 days.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ reached: z.array(z.enum(['email', 'text'])) }),
  },
  notes: {
    call: 'GET /onlineReview/notes',
    access: ofReviews,
    chartOf: { reply: ({ notes }: { notes: PrivateNote[] }) => notes.map((one) => one.PatientId) },
    summary: `Lists the last ${mostPrivateNotes} private notes of ${privateNoteDays} days, unread ones first, then the newest.`,
    input: z.strictObject({}),
    reply: z.object({ notes: z.array(PrivateNote) }),
  },
  read: {
    call: 'POST /onlineReview/notes/:OnlineReviewSendId/read',
    access: ofReviews,
    noChart: 'Returns nothing of the patient.',
    summary: 'Notes that a private note was read.',
    input: z.strictObject({ OnlineReviewSendId }),
    reply: z.object({ readAt: Instant }),
  },
} as const satisfies OnlineTable;
