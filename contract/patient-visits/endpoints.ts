import { z } from 'zod';
import { WallTime } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { VisitId } from '../base/ids.ts';
import { LinkedVisit } from '../messages/endpoints.ts';
import { OptionalLine } from '../base/text.ts';

/** A visit as the person sees it who is logged in: when, where, with whom by first name; no kind of care. */
export const OwnVisit = LinkedVisit.extend({
  VisitId,
  End: WallTime,
  /** Of the patient, where a guarantor sees several. */
  FirstName: z.string(),
  provider: z.string(),
  phone: z.string().nullable(),
  /** For directions. */
  address: z.string(),
});
export type OwnVisit = z.output<typeof OwnVisit>;

export const OwnVisits = z.object({
  clinic: z.string(),
  kind: z.enum(['patient', 'guarantor', 'unrecognized']),
  /** By start, from `daysBack` days ago on. */
  visits: z.array(OwnVisit),
});
export type OwnVisits = z.output<typeof OwnVisits>;

export const daysBack = 90;

const asPatient = {
  access: 'public',
  byHand: true,
  noChart: 'For the patient or guarantor who is logged in.',
} as const;
/** The time on the page: no one answers for a visit that was moved in the meantime. */
const answered = { id: VisitId, Start: WallTime };

export const patientVisitEndpoints = {
  list: {
    ...asPatient,
    call: 'GET /patient/visits',
    summary: 'Lists the visits of the patient, or of the patients a guarantor acts for. Starts 90 days ago.',
    input: z.strictObject({}),
    reply: OwnVisits,
  },
  calendar: {
    ...asPatient,
    call: 'GET /patient/visits/:id/calendar',
    summary: 'Returns one visit as a calendar file.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ text: z.string() }),
  },
  confirm: {
    ...asPatient,
    call: 'POST /patient/visits/:id/confirm',
    summary: 'Confirms a visit.',
    input: z.strictObject(answered),
    reply: OwnVisits,
  },
  cannotCome: {
    ...asPatient,
    call: 'POST /patient/visits/:id/cannotCome',
    summary: 'The patient can’t come. Cancels the visit a day or more ahead; later it notifies the clinic.',
    input: z.strictObject(answered),
    reply: OwnVisits,
  },
  anotherTime: {
    ...asPatient,
    call: 'POST /patient/visits/:id/anotherTime',
    summary: 'The patient asks for another time. The visit stays booked, and the front desk sees the request.',
    input: z.strictObject({ ...answered, note: OptionalLine(200).optional() }),
    reply: OwnVisits,
  },
} as const satisfies OnlineTable;
