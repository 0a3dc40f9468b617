import type { Booking } from '#contract/scheduling/booking-facts.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';

/** A meeting, a break or a block as the rules of booking look at it. */
export function bookingOfBlock({ NonPatientVisitId: VisitId, ...time }: NonPatientVisit): Booking {
  return { ...time, VisitId, PatientId: null, CaseId: null, RoomId: null };
}
