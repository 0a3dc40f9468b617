import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { BilledDiscipline } from '../base/discipline.ts';
import { Cents } from '../base/money.ts';
import { CaseId, FacilityId, PatientId, ProviderId, ServiceId, VisitId } from '../base/ids.ts';
import { Performed } from './performed.ts';

/** CPT or HCPCS, five characters. */
export const CptCode = z.string().regex(/^[0-9A-Z]\d{3}[0-9A-Z]$/);

/** A claim has room for no more lines. */
export const mostServices = 50;

/** What a clinician records: minutes for a timed code, a count for an untimed one. */
export const ServiceEntry = z.strictObject({
  ServiceId,
  CPT_Code: CptCode,
  Minutes: z.int().min(0).max(480).nullable(),
  /** Untimed codes only; timed units follow from the minutes. */
  Count: z.int().min(1).max(8).nullable(),
  /** Who gave it, where that is not the visit's provider alone; an app of before knows of no one else. */
  Performed: Performed.nullable().optional(),
});
export type ServiceEntry = z.output<typeof ServiceEntry>;

/** A recorded service of a visit. Units and modifiers are decided by the server's rules. */
export const Service = z.object({
  ServiceId,
  VisitId,
  CaseId,
  PatientId,
  FacilityId,
  SortOrder: z.int(),
  CPT_Code: CptCode,
  Minutes: z.int().nullable(),
  Count: z.int().nullable(),
  Units: z.int(),
  Modifiers: z.array(z.string().length(2)).max(4),
  /** How many of the units carry CQ or CO where not all of them do; null where all have the same modifiers. */
  AssistantUnits: z.int().nullable().default(null),
  Performed: Performed.nullable().default(null),
  ProviderId,
  /** Set when the visit is billed. */
  charge: Cents.nullable(),
  updated_at: Instant,
});
export type Service = z.output<typeof Service>;

/** A procedure code as the site uses it (spec 3: CPT_Code, Description, AlwaysUntimed). */
export const CptDescription = z.object({
  CPT_Code: CptCode,
  Description: z.string(),
  AlwaysUntimed: z.boolean(),
  timed: z.boolean(),
  disciplines: z.array(BilledDiscipline),
  /** A therapy modifier (GP, GO, GN) belongs on it. */
  alwaysTherapy: z.boolean(),
});
export type CptDescription = z.output<typeof CptDescription>;

/** With the site's price of one unit today; null where none is set. */
export const PricedCode = CptDescription.extend({ charge: Cents.nullable() });
export type PricedCode = z.output<typeof PricedCode>;
