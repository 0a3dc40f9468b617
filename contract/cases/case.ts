import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, FacilityId, InsuranceId, PatientId, ProviderId, ReferringProviderId } from '../base/ids.ts';

export const Diagnosis = z.object({
  /** ICD-10-CM with its dot, such as `M54.50`. */
  Code: z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/),
  Description: z.string(),
});
export type Diagnosis = z.output<typeof Diagnosis>;

/** Episode of care. Diagnoses are in claim order, the first is principal. */
export const Case = z.object({
  CaseId,
  PatientId,
  FacilityId,
  ProviderId,
  Title: z.string(),
  Discipline: z.enum(['PT', 'OT', 'SLP', 'DC']),
  Diagnoses: z.array(Diagnosis).max(12),
  ReferringProviderContactId: ReferringProviderId.nullable(),
  /** Policies that pay for this case, primary first. */
  InsuranceIds: z.array(InsuranceId),
  OnsetDate: DateString.nullable(),
  StartDate: DateString,
  /** X12 CLM11: employment, auto accident, other accident. */
  RelatedCause: z.enum(['EM', 'AA', 'OA']).nullable(),
  AccidentDate: DateString.nullable(),
  AccidentState: z.string().length(2).nullable(),
  /** Property and casualty claim number (REF*Y4). */
  PropertyClaimNumber: z.string().nullable(),
  PlanOfCareEnd: DateString.nullable(),
  DischargedAt: DateString.nullable(),
  updated_at: Instant,
});
export type Case = z.output<typeof Case>;
