import { z } from 'zod';

/** Record ids are UUIDs; new records get a UUIDv7 made by the client and kept by the server. */
export const UserId = z.uuid().brand<'UserId'>();
export type UserId = z.output<typeof UserId>;
export const OrganizationId = z.uuid().brand<'OrganizationId'>();
export type OrganizationId = z.output<typeof OrganizationId>;
export const FacilityId = z.uuid().brand<'FacilityId'>();
export type FacilityId = z.output<typeof FacilityId>;
export const ProviderId = z.uuid().brand<'ProviderId'>();
export type ProviderId = z.output<typeof ProviderId>;
export const PayerId = z.uuid().brand<'PayerId'>();
export type PayerId = z.output<typeof PayerId>;
export const ReferringProviderId = z.uuid().brand<'ReferringProviderId'>();
export type ReferringProviderId = z.output<typeof ReferringProviderId>;
export const OtherContactId = z.uuid().brand<'OtherContactId'>();
export type OtherContactId = z.output<typeof OtherContactId>;
export const PatientId = z.uuid().brand<'PatientId'>();
export type PatientId = z.output<typeof PatientId>;
export const InsuranceId = z.uuid().brand<'InsuranceId'>();
export type InsuranceId = z.output<typeof InsuranceId>;
export const CaseId = z.uuid().brand<'CaseId'>();
export type CaseId = z.output<typeof CaseId>;
export const VisitId = z.uuid().brand<'VisitId'>();
export type VisitId = z.output<typeof VisitId>;
/** A visit's note has the id of its visit. */
export const NoteId = z.uuid().brand<'NoteId'>();
export type NoteId = z.output<typeof NoteId>;
export const VisitHistoryId = z.uuid().brand<'VisitHistoryId'>();
export type VisitHistoryId = z.output<typeof VisitHistoryId>;
export const ServiceId = z.uuid().brand<'ServiceId'>();
export type ServiceId = z.output<typeof ServiceId>;
export const ClaimId = z.uuid().brand<'ClaimId'>();
export type ClaimId = z.output<typeof ClaimId>;
export const LedgerEntryId = z.uuid().brand<'LedgerEntryId'>();
export type LedgerEntryId = z.output<typeof LedgerEntryId>;
export const DeviceId = z.uuid().brand<'DeviceId'>();
export type DeviceId = z.output<typeof DeviceId>;
export const EmergencyAccessId = z.uuid().brand<'EmergencyAccessId'>();
export type EmergencyAccessId = z.output<typeof EmergencyAccessId>;
/** A UUID that is the entry's number, so that it is asked for like every other record. */
export const AuditEntryId = z.uuid().brand<'AuditEntryId'>();
export type AuditEntryId = z.output<typeof AuditEntryId>;
export const RegionId = z.uuid().brand<'RegionId'>();
export type RegionId = z.output<typeof RegionId>;
export const PermissionGroupId = z.uuid().brand<'PermissionGroupId'>();
export type PermissionGroupId = z.output<typeof PermissionGroupId>;
export const CustomDayId = z.uuid().brand<'CustomDayId'>();
export type CustomDayId = z.output<typeof CustomDayId>;
export const HolidayId = z.uuid().brand<'HolidayId'>();
export type HolidayId = z.output<typeof HolidayId>;
export const NonPatientVisitId = z.uuid().brand<'NonPatientVisitId'>();
export type NonPatientVisitId = z.output<typeof NonPatientVisitId>;
/** A facility's room. */
export const RoomId = z.uuid().brand<'RoomId'>();
export type RoomId = z.output<typeof RoomId>;
/** Visits that were booked as one. */
export const SeriesId = z.uuid().brand<'SeriesId'>();
export type SeriesId = z.output<typeof SeriesId>;
export const AuthorizationId = z.uuid().brand<'AuthorizationId'>();
export type AuthorizationId = z.output<typeof AuthorizationId>;
/** An exercise of the library. */
export const ExerciseId = z.uuid().brand<'ExerciseId'>();
export type ExerciseId = z.output<typeof ExerciseId>;
/** A row of a case's flowsheet. */
export const CaseExerciseId = z.uuid().brand<'CaseExerciseId'>();
export type CaseExerciseId = z.output<typeof CaseExerciseId>;
export const SubjectNoteId = z.uuid().brand<'SubjectNoteId'>();
export type SubjectNoteId = z.output<typeof SubjectNoteId>;
/** How visits of one type are booked online at a facility. */
export const BookingRuleId = z.uuid().brand<'BookingRuleId'>();
export type BookingRuleId = z.output<typeof BookingRuleId>;
/** A time kept for somebody who books online. */
export const HoldId = z.uuid().brand<'HoldId'>();
export type HoldId = z.output<typeof HoldId>;
export const PatientGuarantorId = z.uuid().brand<'PatientGuarantorId'>();
export type PatientGuarantorId = z.output<typeof PatientGuarantorId>;
export const EvalTemplateId = z.uuid().brand<'EvalTemplateId'>();
export type EvalTemplateId = z.output<typeof EvalTemplateId>;
export const TextTemplateId = z.uuid().brand<'TextTemplateId'>();
export type TextTemplateId = z.output<typeof TextTemplateId>;
export const ScriptId = z.uuid().brand<'ScriptId'>();
export type ScriptId = z.output<typeof ScriptId>;
export const GoalId = z.uuid().brand<'GoalId'>();
export type GoalId = z.output<typeof GoalId>;
export const PlanOfCareId = z.uuid().brand<'PlanOfCareId'>();
export type PlanOfCareId = z.output<typeof PlanOfCareId>;
export const PlanStampId = z.uuid().brand<'PlanStampId'>();
export type PlanStampId = z.output<typeof PlanStampId>;
export const OutcomeResponseId = z.uuid().brand<'OutcomeResponseId'>();
export type OutcomeResponseId = z.output<typeof OutcomeResponseId>;
/** A patient who waits for a time. */
export const VisitRequestId = z.uuid().brand<'VisitRequestId'>();
export type VisitRequestId = z.output<typeof VisitRequestId>;
/** A time that is offered to those who wait. */
export const FillBatchId = z.uuid().brand<'FillBatchId'>();
export type FillBatchId = z.output<typeof FillBatchId>;
export const ImportBatchId = z.uuid().brand<'ImportBatchId'>();
export type ImportBatchId = z.output<typeof ImportBatchId>;

/** Short lower-case name of a site, as sent in the X-Site-Key header. */
export const SiteKey = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);
export type SiteKey = z.output<typeof SiteKey>;

/** A UUIDv7 from a time in ms since 1970 and ten random bytes, both given by the caller. */
export function uuidFrom(ms: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = ms;
  for (let at = 5; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Statements do not exist yet, so no visit has an invoice. */
export const InvoiceHeaderIdOrNull = z.uuid().nullable();
