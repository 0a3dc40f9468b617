import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import {
  CaseId,
  ClaimId,
  FacilityId,
  PatientId,
  ProviderId,
  RoomId,
  SeriesId,
  UserId,
  VisitHistoryId,
  VisitId,
} from '../base/ids.ts';
import { PlaceOfService } from '../facilities/place-of-service.ts';
import { VisitStage } from './stage.ts';

/** Chart fields a patient's intake may disagree with. */
export const intakeFields = [
  'Phone',
  'Email',
  'Address1',
  'City',
  'StateOrProvince',
  'PostalCode',
  'PreferredName',
] as const;
export const IntakeField = z.enum(intakeFields);
export type IntakeField = z.output<typeof IntakeField>;

/** One answer of the patient's intake that differs from the chart. */
export const IntakeDifference = z.object({
  field: IntakeField,
  chart: z.string().nullable(),
  intake: z.string().nullable(),
});
export type IntakeDifference = z.output<typeof IntakeDifference>;

/** What the patient asked for through a link, until the clinic sees to the visit. */
export const PatientAsk = z.object({
  What: z.enum(['cannotCome', 'anotherTime', 'bookedOnline']),
  Note: z.string().nullable(),
  at: Instant,
});
export type PatientAsk = z.output<typeof PatientAsk>;

export const Visit = z.object({
  VisitId,
  CaseId,
  PatientId,
  FacilityId,
  ProviderId,
  VisitTypeName: z.string(),
  /** Wall time of the facility. */
  Start: WallTime,
  End: WallTime,
  stage: VisitStage,
  PlaceOfService,
  /** Empty when the intake agrees with the chart. */
  intakeConflict: z.array(IntakeDifference),
  intakeIncomplete: z.boolean(),
  ClaimId: ClaimId.nullable(),
  CancelReason: z.string().nullable(),
  /** Booked as one with others; each is a row of its own. */
  SeriesId: SeriesId.nullable().default(null),
  /** What the front desk has to know of this booking. */
  SchedulingNote: z.string().nullable().default(null),
  TagIds: z.array(z.uuid()).default([]),
  RoomId: RoomId.nullable().default(null),
  PatientAsk: PatientAsk.nullish(),
  updated_at: Instant,
});
export type Visit = z.output<typeof Visit>;

export const VisitHistory = z.object({
  VisitHistoryId,
  VisitId,
  PatientId,
  FacilityId,
  at: Instant,
  UserId: UserId.nullable(),
  /** A stage move, or what else happened (`signed`, `visit-start alert`). */
  action: z.string(),
  from: VisitStage.nullable(),
  to: VisitStage.nullable(),
  note: z.string().nullable(),
});
export type VisitHistory = z.output<typeof VisitHistory>;
