import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, FacilityId, InsuranceId, PatientId, ProviderId, ReferringProviderId } from '../base/ids.ts';
import { Line, OptionalLine, Text } from '../base/text.ts';

export const Diagnosis = z.object({
  /** ICD-10-CM with its dot, such as `M54.50`. */
  Code: z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/),
  Description: Text(200),
});
export type Diagnosis = z.output<typeof Diagnosis>;

/** What was answered to one of the clinic's own questions (`activeCustomCaseInputs` of the setup). */
export const CustomInput = z.object({ CustomCaseInputId: z.uuid(), Value: Line(200) });
export type CustomInput = z.output<typeof CustomInput>;

export const disciplines = ['PT', 'OT', 'SLP', 'DC'] as const;

/** X12 CLM11: employment, auto accident, other accident. */
export const relatedCauses = ['EM', 'AA', 'OA'] as const;

/** What staff may write about a case. Diagnoses are in claim order, the first is principal. */
export const CaseFields = z.object({
  FacilityId,
  ProviderId,
  Title: Line(80),
  Discipline: z.enum(disciplines),
  Diagnoses: z.array(Diagnosis).max(12),
  ReferringProviderContactId: ReferringProviderId.nullable(),
  /** Policies that pay for this case, primary first. */
  InsuranceIds: z.array(InsuranceId).max(9),
  OnsetDate: DateString.nullable(),
  StartDate: DateString,
  RelatedCause: z.enum(relatedCauses).nullable(),
  AccidentDate: DateString.nullable(),
  AccidentState: z.string().length(2).nullable(),
  /** Property and casualty claim number (REF*Y4). */
  PropertyClaimNumber: OptionalLine(50),
  /** The plan of care, such as twice a week for six weeks. */
  VisitsPerWeek: z.int().min(1).max(14).nullable(),
  PlanWeeks: z.int().min(1).max(52).nullable(),
  PlanOfCareStart: DateString.nullable(),
  PlanOfCareEnd: DateString.nullable(),
  CustomInputs: z.array(CustomInput).max(100),
});

/** Episode of care. */
export const Case = CaseFields.extend({
  CaseId,
  PatientId,
  DischargedAt: DateString.nullable(),
  updated_at: Instant,
});
export type Case = z.output<typeof Case>;
