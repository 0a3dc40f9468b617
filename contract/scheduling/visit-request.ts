import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, FacilityId, PatientId, ProviderId, VisitId, VisitRequestId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** When somebody could come: for each weekday, Sunday first, the times between which a visit would have to lie. */
export const RequestGrid = z
  .array(
    z
      .array(
        z
          .strictObject({ start: Time, end: Time })
          .refine(({ start, end }) => start < end, { error: 'must end after it starts' }),
      )
      .max(4),
  )
  .length(7);
export type RequestGrid = z.output<typeof RequestGrid>;

/** What staff may write of somebody who waits for a time. */
export const VisitRequestFields = z.object({
  CaseId,
  FacilityId,
  /** Null is anybody of the discipline. */
  ProviderId: ProviderId.nullable(),
  VisitTypeName: Line(60),
  Minutes: z.int().min(5).max(480),
  grid: RequestGrid,
  /** 1 is asked first. */
  Priority: z.int().min(1).max(3),
  /** The last day somebody waits. */
  Expires: DateString,
  Note: OptionalLine(200),
  /** The booking they have already; it is kept until another time is confirmed. */
  VisitId: VisitId.nullable(),
});

/** What says where somebody waits for what: one of these alone says nothing. */
export const placeOfRequest = ['FacilityId', 'ProviderId', 'VisitTypeName', 'Minutes'] as const;

/** A patient on the waitlist (spec 3, visitRequests). */
export const VisitRequest = VisitRequestFields.extend({
  VisitRequestId,
  PatientId,
  state: z.enum(['open', 'booked', 'withdrawn', 'expired']),
  /** Since when they wait. */
  AskedAt: Instant,
  updated_at: Instant,
});
export type VisitRequest = z.output<typeof VisitRequest>;

/** Whether somebody still waits on a day. */
export function isWaiting({ state, Expires }: Pick<VisitRequest, 'state' | 'Expires'>, today: string): boolean {
  return state === 'open' && Expires >= today;
}
