import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, FacilityId, NoteId, PatientId, ProviderId } from '../base/ids.ts';

export const SignatureId = z.uuid().brand<'SignatureId'>();
export type SignatureId = z.output<typeof SignatureId>;

/** A signature as it was given and is printed from then on; never changed, never taken back. */
export const Signature = z.object({
  SignatureId,
  NoteId,
  CaseId,
  PatientId,
  FacilityId,
  Kind: z.enum(['author', 'cosigner']),
  ProviderId,
  /** `Rosa Alvarez, PT` at that time. */
  Name: z.string(),
  /** Of the state of the facility, else the provider's own; null where neither is known. */
  License: z.string().nullable(),
  /** What was warned of, and why it was signed all the same. */
  Warnings: z.array(z.object({ Warning: z.string(), Reason: z.string() })),
  /** SHA-256 of `signedContent`, 64 hex digits. */
  ContentHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** By the server's clock. */
  at: Instant,
  /** By the device's clock, where the signature waited there; null where the server was asked at once. */
  madeAt: Instant.nullable(),
  updated_at: Instant,
});
export type Signature = z.output<typeof Signature>;
