import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { FacilityId, SiteKey, VisitId } from '../base/ids.ts';
import { Line } from '../base/text.ts';
import type { IntakeForm } from '../intake/form.ts';
import { DeviceKey } from '../patient-login/endpoints.ts';
import { byOneWay, found, DismissedArrival, SealedArrival, WaitingArrival } from './arrival.ts';
import { abandonReasons, checkinSteps } from './flow.ts';
import { mostSealed } from './seal-text.ts';

const manage = { all: ['access company', 'manage kiosks'] };
const noChart = 'About tablets at the front desk.';
const id = z.uuid();
const oneWay = 'has the four digits or a code';

/** A tablet at the front desk, as /company lists it. */
export const Kiosk = z.object({
  KioskId: z.uuid(),
  FacilityId,
  Name: z.string(),
  createdAt: Instant,
  /** Until when its code can be entered; null where there is none. */
  codeExpiresAt: Instant.nullable(),
  enrolledAt: Instant.nullable(),
  /** When it last called. */
  seenAt: Instant.nullable(),
  /** By so many ms its clock was ahead then, negative: behind; null where it did not tell. */
  clockAheadMs: z.int().nullable(),
});
export type Kiosk = z.output<typeof Kiosk>;

const WithCode = z.object({ kiosk: Kiosk, code: z.string() });

const byKiosk = { access: 'public', byHand: true } as const;

/** The public key of a site, with its id. */
export const SealingKey = z.object({ KioskKeyId: z.uuid(), publicKey: DeviceKey });
export type SealingKey = z.output<typeof SealingKey>;

/** A visit to arrive for, as its patient is asked about it. */
export const Arriving = z.object({ VisitId, FirstName: z.string(), Start: WallTime });
export type Arriving = z.output<typeof Arriving>;

export const kioskEndpoints = {
  list: {
    call: 'GET /company/kiosks',
    access: manage,
    noChart,
    summary: 'Lists the kiosks of the facilities you see, by name.',
    input: z.strictObject({}),
    reply: z.object({ kiosks: z.array(Kiosk) }),
  },
  create: {
    call: 'POST /company/kiosks',
    access: manage,
    noChart,
    summary: 'Adds a kiosk and returns the code to enter on it, once. The code works for 10 minutes.',
    input: z.strictObject({ FacilityId, Name: Line(60) }),
    reply: WithCode,
  },
  newCode: {
    call: 'POST /company/kiosks/:id/code',
    access: manage,
    noChart,
    summary: 'Returns a new code. The tablet that is enrolled now works until the code is entered on another.',
    input: z.strictObject({ id }),
    reply: WithCode,
  },
  revoke: {
    call: 'DELETE /company/kiosks/:id',
    access: manage,
    noChart,
    summary: 'Removes a kiosk. Its tablet is refused from the next call on, and check-ins on it end.',
    input: z.strictObject({ id }),
    reply: z.object({ revoked: z.boolean() }),
  },
  enroll: {
    ...byKiosk,
    call: 'POST /kiosk/enroll',
    noChart: 'About the tablet that calls.',
    summary: 'Makes a tablet a kiosk by the code that /company shows. From then on its key is what it is known by.',
    input: z.strictObject({ code: z.string().max(20), deviceKey: DeviceKey }),
    reply: z.object({ site: SiteKey, KioskId: z.uuid() }),
  },
  token: {
    ...byKiosk,
    call: 'POST /kiosk/token',
    noChart: 'About the tablet that calls.',
    summary: 'Returns a token for 15 minutes to a tablet that signs with its key. A turn is good once.',
    input: z.strictObject({
      site: SiteKey,
      KioskId: z.uuid(),
      /** Higher than any the tablet used before. */
      turn: z.int().min(1),
      signature: z.string().max(200),
      /** Now, by the tablet. */
      clock: Instant.optional(),
      /** Of the forms that the tablet has. */
      formsKey: z.string().max(64).optional(),
    }),
    reply: z.object({
      token: z.string(),
      clinic: z.string(),
      facility: z.string(),
      phone: z.string().nullable(),
      /** By the server. */
      now: Instant,
      /** Seals arrivals while there is no connection; only the server opens them. */
      sealing: SealingKey,
      /** What is asked of anybody, in each language, to fill in without a connection; left out where the tablet has it. */
      forms: z.object({ key: z.string(), forms: z.custom<IntakeForm[]>(Array.isArray) }).optional(),
    }),
  },
  identify: {
    ...byKiosk,
    call: 'POST /kiosk/identify',
    noChart: 'Has an entry for each visit. It shows a first name and a time for a birth date and a phone or code.',
    summary:
      'Returns the visits here, from an hour ago to three hours ahead, for a birth date and a phone or a check-in code.',
    input: z.strictObject(found).refine(byOneWay, { error: oneWay }),
    reply: z.object({ visits: z.array(Arriving) }),
  },
  start: {
    ...byKiosk,
    call: 'POST /kiosk/checkin/start',
    noChart: 'For the patient who checks in.',
    summary:
      'Starts the check-in of a visit that `identify` returned. The token is for its forms and a follow-up alone.',
    input: z.strictObject({ ...found, VisitId }).refine(byOneWay, { error: oneWay }),
    reply: z.object({ SessionId: z.uuid(), token: z.string(), steps: z.array(z.enum(checkinSteps)) }),
  },
  renew: {
    ...byKiosk,
    call: 'POST /kiosk/checkin/renew',
    noChart: 'For the patient who checks in.',
    summary: 'Returns another token for a check-in that has not ended.',
    input: z.strictObject({ SessionId: z.uuid() }),
    reply: z.object({ token: z.string() }),
  },
  finish: {
    ...byKiosk,
    call: 'POST /kiosk/checkin/finish',
    noChart: 'Returns only that the patient has arrived.',
    summary: 'Marks the visit as arrived and ends the check-in. A second call changes nothing.',
    input: z.strictObject({ SessionId: z.uuid() }),
    reply: z.object({ isCheckedIn: z.literal(true) }),
  },
  abandon: {
    ...byKiosk,
    call: 'POST /kiosk/checkin/abandon',
    noChart: 'Returns only whether a check-in ended.',
    summary: 'Ends a check-in before its end. Answers so far stay.',
    input: z.strictObject({
      SessionId: z.uuid(),
      step: z.enum(checkinSteps),
      reason: z.enum(abandonReasons),
    }),
    reply: z.object({ ended: z.boolean() }),
  },
  sealed: {
    ...byKiosk,
    call: 'POST /kiosk/sealed',
    noChart: 'Returns only which arrivals were kept.',
    summary: 'Takes arrivals that a kiosk encrypted while it had no connection. Each counts once.',
    input: z.strictObject({
      arrivals: z
        .array(SealedArrival)
        .min(1)
        .max(mostSealed)
        .refine((all) => new Set(all.map(({ ArrivalId }) => ArrivalId)).size === all.length, {
          error: 'has an arrival twice',
        }),
    }),
    /**
     * Not kept: what does not open, was changed, or is of another kiosk. It is of no use to send it again. What could not
     * be taken just now is left out, and is sent again later.
     */
    reply: z.object({ arrivals: z.array(z.object({ ArrivalId: z.uuid(), isKept: z.boolean() })) }),
    bodyLimit: 1_048_576,
  },
  arrivals: {
    call: 'GET /arrivals',
    access: { all: ['move visits.checkedIn'] },
    noChart: 'Shows birth dates, phone digits and signed names from kiosks. Whose they are, no one knows yet.',
    summary:
      'Lists arrivals that a kiosk took without a connection and that fit no visit, or more than one. `dismissed` are those whose forms are in no chart.',
    input: z.strictObject({}),
    // An API of the release before does not tell of those.
    reply: z.object({ arrivals: z.array(WaitingArrival), dismissed: z.array(DismissedArrival).default([]) }),
  },
  match: {
    call: 'POST /arrivals/:id/match',
    access: { all: ['move visits.checkedIn'] },
    noChart: 'Returns only that the visit is checked in.',
    summary:
      'Checks a visit in for an arrival, at the time it was taken. Its forms go to the visit, also those of a dismissed one. If the birth date or last name differs from the chart, `confirmed` is needed.',
    input: z.strictObject({ id, VisitId, confirmed: z.boolean().optional() }),
    reply: z.object({ isCheckedIn: z.literal(true) }),
  },
  dismiss: {
    call: 'POST /arrivals/:id/dismiss',
    access: { all: ['move visits.checkedIn'] },
    noChart: 'Returns only that the arrival was dismissed.',
    summary:
      'Dismisses an arrival, with a reason. Its birth date and phone digits are removed; if it has forms, they all stay. With `removesForms`, removes them from one that is dismissed, whose reason stays.',
    input: z.strictObject({ id, reason: Line(200), removesForms: z.boolean().optional() }),
    reply: z.object({ isDismissed: z.literal(true) }),
  },
} as const satisfies OnlineTable;
