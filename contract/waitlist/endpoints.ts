import { z } from 'zod';
import { withBase } from '../base/base.ts';
import { WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { patientsIn } from '../base/patients-in.ts';
import { FacilityId, FillBatchId, ProviderId } from '../base/ids.ts';
import { PatientName } from '../patients/patient-name.ts';
import { FillBatch } from '../scheduling/fill-batch.ts';
import { FillRule } from '../scheduling/fill-rule.ts';
import { VisitRequest } from '../scheduling/visit-request.ts';

/** Travels in the fragment of an address and in bodies, never in a path or query that is written to a log. */
const OfferToken = z.string().max(140);

const schedules = { all: ['schedule visits'] } as const;

/** What the page behind an offer shows: nothing of the patient but the first name. */
export const OfferShown = z.object({
  /** `done`: this patient has the time. `taken`: somebody else has. `ended`: it is not offered any more. */
  state: z.enum(['open', 'done', 'declined', 'taken', 'ended']),
  /** Whether the patient still waits for a time. */
  isOnList: z.boolean(),
  FirstName: z.string(),
  clinic: z.string(),
  Start: WallTime,
  End: WallTime,
  /** When the visit is that is kept until this one is accepted; null for none. */
  insteadOf: WallTime.nullable(),
});
export type OfferShown = z.output<typeof OfferShown>;

export const waitlistEndpoints = {
  list: {
    call: 'GET /visitRequests',
    access: {},
    chartOf: { reply: patientsIn, at: 'waitlist' },
    summary: 'Lists the waitlist and the upcoming times on offer.',
    input: z.strictObject({}),
    reply: z.object({
      visitRequests: z.array(VisitRequest),
      fillRequestBatches: z.array(FillBatch),
      /** With what tells two of one name apart. */
      patients: z.array(PatientName),
    }),
  },
  fill: {
    call: 'POST /fillRequestBatches',
    access: schedules,
    chartOf: { reply: patientsIn, at: 'waitlist' },
    summary: 'Offers an open time to matching waitlist patients. The first to accept gets it.',
    input: z.strictObject({ FillBatchId, FacilityId, ProviderId, Start: WallTime, End: WallTime }),
    reply: z.object({ fillRequestBatch: FillBatch }),
  },
  stop: {
    call: 'POST /fillRequestBatches/:id/stop',
    access: schedules,
    chartOf: { reply: patientsIn, at: 'waitlist' },
    summary: 'Stops offering a time. Patients who got an offer are notified.',
    input: z.strictObject({ id: FillBatchId }),
    reply: z.object({ fillRequestBatch: FillBatch }),
  },
  rule: {
    call: 'GET /fillRule',
    access: {},
    noChart: 'About the clinic’s settings.',
    summary: 'Returns the waitlist offer rules.',
    input: z.strictObject({}),
    reply: z.object({ rule: FillRule }),
  },
  saveRule: {
    call: 'PUT /fillRule',
    access: { all: ['access company', 'manage company settings'] },
    noChart: 'About the clinic’s settings.',
    summary: 'Changes the waitlist offer rules.',
    input: FillRule.extend(withBase),
    reply: z.object({ rule: FillRule }),
  },
  readOffer: {
    call: 'POST /actionFillRequest/read',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Returns the offer of a link. Changes nothing.',
    input: z.strictObject({ token: OfferToken }),
    reply: OfferShown,
  },
  answerOffer: {
    call: 'POST /actionFillRequest',
    access: 'public',
    byHand: true,
    noChart: 'For the patient with the link.',
    summary: 'Accepts or declines an offered time. The first to accept gets it.',
    input: z.strictObject({ token: OfferToken, answer: z.enum(['accept', 'decline']) }),
    reply: OfferShown,
  },
} as const satisfies OnlineTable;
