import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { AuthorizationId, CaseId, InsuranceId, PatientId } from '../base/ids.ts';
import { OptionalLine, Text } from '../base/text.ts';

/** What a payer allows: a number of visits, of units, or whatever falls between two days. */
export const authorizationKinds = ['visits', 'units', 'dates'] as const;
export const authorizationStatuses = ['requested', 'approved', 'denied', 'pended'] as const;
/** From when on a visit counts against it; each rule also counts what the rules before it count. */
export const countRules = ['signed', 'checkedIn', 'scheduled'] as const;
export type CountRule = (typeof countRules)[number];

/** What staff may write about an authorization (domain 3.6). */
export const AuthorizationFields = z.object({
  InsuranceId,
  /** As the payer gave it; null while it is only asked for. */
  Number: OptionalLine(50),
  Kind: z.enum(authorizationKinds),
  /** Visits or units; null for `dates`, and while a request has no answer. */
  Allowed: z.int().min(1).max(999).nullable(),
  Status: z.enum(authorizationStatuses),
  /** First and last day it holds. */
  Start: DateString.nullable(),
  End: DateString.nullable(),
  CountRule: z.enum(countRules),
  Note: Text(500).nullable(),
});

export const Authorization = AuthorizationFields.extend({ AuthorizationId, PatientId, CaseId, updated_at: Instant });
export type Authorization = z.output<typeof Authorization>;

type Terms = Pick<Authorization, 'Kind' | 'Allowed' | 'Status' | 'Start' | 'End'>;

/** What cannot be of an authorization as a whole: one sentence by field, empty where all is well. */
export function authorizationRefusals(of: Terms): Partial<Record<keyof Terms, string>> {
  const refusals: Partial<Record<keyof Terms, string>> = {};
  if (of.Kind === 'dates' && of.Allowed !== null)
    refusals.Allowed = 'An authorization by dates has no number of visits or units.';
  if (of.Kind !== 'dates' && of.Allowed === null && of.Status === 'approved')
    refusals.Allowed = `Enter how many ${of.Kind} are approved.`;
  if (of.Kind === 'dates' && of.Status === 'approved' && of.End === null)
    refusals.End = 'An approved authorization by dates needs its last day.';
  if (of.Start !== null && of.End !== null && of.End < of.Start)
    refusals.End = 'The authorization cannot end before it begins.';
  return refusals;
}
