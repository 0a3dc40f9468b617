import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, PatientId, PlanOfCareId, PlanStampId } from '../base/ids.ts';
import { OptionalLine } from '../base/text.ts';

export const stampKinds = ['sent', 'signed', 'verbal', 'limited', 'delay', 'withdrawn'] as const;
export const StampKind = z.enum(stampKinds);
export type StampKind = z.output<typeof StampKind>;
export const stampVias = ['fax', 'mail', 'email', 'portal', 'phone', 'inPerson'] as const;
export const StampVia = z.enum(stampVias);

/** What a stamp says beside its ids. */
export const stampFields = {
  Kind: StampKind,
  /** The day it happened. */
  On: DateString,
  /** Who sent, signed or ordered. */
  By: OptionalLine(80),
  Via: StampVia.nullable(),
  /** The last day that the referrer allows, of `limited`. */
  LimitedTo: DateString.nullable(),
  /** Why a certification is late, of `delay`; why a stamp was withdrawn. */
  Reason: OptionalLine(300),
  /** The stamp that a `withdrawn` one takes back. */
  CorrectsStampId: PlanStampId.nullable(),
};

/** What happened to a plan of care; never changed, never removed: a wrong one is taken back by another. */
export const PlanStamp = z.object({
  PlanStampId,
  PlanOfCareId,
  CaseId,
  PatientId,
  ...stampFields,
  updated_at: Instant,
});
export type PlanStamp = z.output<typeof PlanStamp>;
