import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { AuditEntryId } from '../base/ids.ts';

/** One line of the audit log: who did what with what, and which fields changed; never their values. */
export const AuditEntry = z.object({
  id: AuditEntryId,
  at: Instant,
  /** Null for what the server did by itself. */
  person: z.string().nullable(),
  UserId: z.string().nullable(),
  /** As stored; `actionNames` has the words. */
  action: z.string(),
  entity: z.string(),
  /** The key of the record, or what else was acted upon. */
  pk: z.string(),
  PatientId: z.string().nullable(),
  /** Whose account it was done to. */
  account: z.string().nullable(),
  patient: z.object({ FirstName: z.string(), LastName: z.string() }).nullable(),
  /** Of how many patients at once something was shown or sent; null for what is about one or none. */
  patients: z.int().nullable(),
  /** Of a visit or case outside the reader's row scope: whose it is, and why it was done, is not told. */
  isOutside: z.boolean(),
  /** As the person typed it: for emergency access, a discarded change and whatever else asks why. */
  reason: z.string().nullable(),
  /** Names of the fields that an update changed. */
  fields: z.array(z.string()),
  /** Null where it is not known. */
  device: z.string().nullable(),
  AppVersion: z.string().nullable(),
  /** Null for what did not come out of a device's outbox. */
  offline: z.boolean().nullable(),
  madeAt: Instant.nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** Values as text; null where there was none. */
export const AuditValue = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditValue = z.output<typeof AuditValue>;

export const AuditDetail = z.object({
  entry: AuditEntry,
  values: z.array(AuditValue),
  /** Whose records were shown or sent together, by name; a name is null where there is no such patient any more. */
  patients: z.array(z.object({ PatientId: z.string(), name: z.string().nullable() })),
  /** Why the values are not shown, or null. */
  hidden: z.string().nullable(),
  /** In the chain already, so that no change of it goes unnoticed. */
  isSealed: z.boolean(),
});
export type AuditDetail = z.output<typeof AuditDetail>;
