import { z } from 'zod';
import { DateString, Instant, WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { BookingRuleId, CaseId, FacilityId, HoldId, PatientId, ProviderId, RoomId, VisitId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';

/** What somebody books: a rule, and for a follow-up the case it is for. */
const what = { BookingRuleId, CaseId: CaseId.nullable(), ProviderId: ProviderId.nullable() };

/** A kind of visit that the person who is logged in may book. */
export const OnlineOption = z.object({
  BookingRuleId,
  CaseId: CaseId.nullable(),
  FacilityId,
  name: z.string(),
  /** Tells cases of one person apart; null where there is one. */
  discipline: z.enum(['PT', 'OT', 'SLP', 'DC']).nullable(),
  minutes: z.int(),
  anyProvider: z.boolean(),
  providers: z.array(z.object({ ProviderId, name: z.string() })),
  questions: z.array(z.string()),
});
export type OnlineOption = z.output<typeof OnlineOption>;

/** A time that is kept while the person finishes. */
export const Hold = z.object({
  HoldId,
  ...what,
  /** Who would treat, also where the person does not mind. */
  provider: z.string(),
  Start: WallTime,
  End: WallTime,
  expiresAt: Instant,
  /** Asked for once already: it is not kept longer again. */
  isExtended: z.boolean(),
});
export type Hold = z.output<typeof Hold>;

export const OnlineOptions = z.object({
  clinic: z.string(),
  phone: z.string().nullable(),
  kind: z.enum(['patient', 'unrecognized']),
  facilities: z.array(
    z.object({
      FacilityId,
      name: z.string(),
      address: z.string(),
      phone: z.string().nullable(),
      TimeZone: z.string(),
    }),
  ),
  /** Empty: the person is asked to call, and not told why. */
  options: z.array(OnlineOption),
  hold: Hold.nullable(),
  /** Of this person, 256 bits in base64url: it seals on the phone what they type until it is sent. */
  inputKey: z.string().length(43),
  /** The server's clock, by which holds end. */
  now: Instant,
});
export type OnlineOptions = z.output<typeof OnlineOptions>;

export const OnlineSlots = z.object({
  days: z.array(z.object({ day: DateString, times: z.array(WallTime) })),
  /** The first free time after these days, where they have none. */
  next: WallTime.nullable(),
  /** The facility’s day, and the last one that can be booked. */
  today: DateString,
  last: DateString,
  TimeZone: z.string(),
});
export type OnlineSlots = z.output<typeof OnlineSlots>;

/** What was booked, as the page shows it. */
export const OnlineBooking = z.object({
  VisitId,
  Start: WallTime,
  End: WallTime,
  name: z.string(),
  provider: z.string(),
  place: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  /** The clinic still looks at it. */
  needsApproval: z.boolean(),
  /** One visit as a calendar file. */
  calendar: z.string(),
});
export type OnlineBooking = z.output<typeof OnlineBooking>;

/** What comes with a refused hold or booking: up to three times near the one that is gone. */
export const TimesInstead = z.object({ times: z.array(WallTime) });

/** A time that is held online, as staff see it; who holds it is told to nobody. */
export const HeldTime = z.object({
  HoldId,
  FacilityId,
  ProviderId,
  RoomId: RoomId.nullable(),
  VisitTypeName: z.string(),
  Start: WallTime,
  End: WallTime,
  expiresAt: Instant,
});
export type HeldTime = z.output<typeof HeldTime>;

const asPatient = {
  access: 'public',
  byHand: true,
  noChart: 'For the person who books and is logged in.',
} as const;

export const onlineSchedulingEndpoints = {
  options: {
    ...asPatient,
    call: 'GET /onlineScheduling/options',
    summary: 'Lists what the person who is logged in may book online. Empty when they should call.',
    input: z.strictObject({}),
    reply: OnlineOptions,
  },
  slots: {
    ...asPatient,
    call: 'POST /onlineScheduling/slots',
    summary: 'Lists free times of some days, or the next free time.',
    input: z.strictObject({ ...what, from: DateString, days: z.int().min(1).max(31) }),
    reply: OnlineSlots,
  },
  hold: {
    ...asPatient,
    call: 'POST /onlineScheduling/holds',
    summary: 'Keeps a time for 10 minutes in place of the one kept before.',
    input: z.strictObject({ ...what, HoldId, Start: WallTime }),
    reply: z.object({ hold: Hold, now: Instant }),
  },
  extendHold: {
    ...asPatient,
    call: 'PUT /onlineScheduling/holds/:id',
    summary: 'Keeps a time 5 minutes longer, once.',
    input: z.strictObject({ id: HoldId }),
    reply: z.object({ hold: Hold, now: Instant }),
  },
  endHold: {
    ...asPatient,
    call: 'DELETE /onlineScheduling/holds/:id',
    summary: 'Gives a held time up.',
    input: z.strictObject({ id: HoldId }),
    reply: z.object({ ended: z.boolean() }),
  },
  book: {
    ...asPatient,
    call: 'POST /onlineScheduling/book',
    summary: 'Books the held time. Someone the clinic does not know is registered with it.',
    input: z.strictObject({
      HoldId,
      /** Set by the page: sent again after a lost reply, it books once. */
      VisitId,
      /** Of somebody the clinic does not know. */
      person: z
        .strictObject({
          FirstName: Line(60),
          LastName: Line(60),
          wantsMessages: z.boolean(),
          /** In which they book, and are written to. */
          language: z.enum(['en', 'es']),
          /** A field that people do not see, and programs fill in. */
          leftEmpty: z.string().max(200),
        })
        .nullable(),
      answers: z.array(OptionalLine(200)).max(5),
    }),
    reply: OnlineBooking,
  },
  heldTimes: {
    call: 'GET /onlineScheduling/heldTimes',
    access: {},
    noChart: 'Names no patient.',
    summary: 'Lists the times that are held online.',
    input: z.strictObject({ from: DateString, until: DateString }),
    reply: z.object({ held: z.array(HeldTime), now: Instant }),
  },
  sendLink: {
    call: 'POST /patients/:id/bookingLink',
    access: { any: ['edit patients', 'schedule visits'] },
    noChart: 'Returns the ways it was sent only.',
    summary: 'Sends a patient a link to book online. It works for 14 days.',
    input: z.strictObject({ id: PatientId }),
    /** By which ways it went out; none where the patient has agreed to no messages. */
    reply: z.object({ sent: z.array(z.enum(['email', 'text'])) }),
  },
} as const satisfies OnlineTable;
