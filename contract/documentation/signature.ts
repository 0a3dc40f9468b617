import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, FacilityId, NoteId, PatientId, ProviderId } from '../base/ids.ts';
import { textOf } from '../base/same-value.ts';
import { entryOf } from '../charges/merged-services.ts';
import type { ServiceEntry } from '../charges/service.ts';
import { providerName, type Provider } from '../providers/provider.ts';
import type { VisitNote } from './visit-note.ts';

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

/** One text for all that a signature stands for: the note as it is written, and the services of its visit. */
export function signedContent(note: Omit<VisitNote, 'updated_at'>, services: readonly ServiceEntry[]): string {
  const {
    NoteId: id,
    CaseId: of,
    NoteType,
    AlsoTypes,
    NoteDate,
    ParentNoteId,
    Sections,
    Elements,
    TreatmentMinutes,
  } = note;
  const content = { NoteId: id, CaseId: of, NoteType, AlsoTypes, NoteDate, ParentNoteId, TreatmentMinutes };
  return textOf({ ...content, Sections, Elements, services: services.map(entryOf) });
}

/** Name, credential and licence as they are printed. */
export function printedSigner(
  provider: Pick<Provider, 'FirstName' | 'LastName' | 'Type' | 'LicenseNumber' | 'LicenseNumbersByState'>,
  state: string | null,
): Pick<Signature, 'Name' | 'License'> {
  const ofState = state === null ? undefined : provider.LicenseNumbersByState[state];
  if (ofState) return { Name: providerName(provider), License: `${ofState} (${state})` };
  return { Name: providerName(provider), License: provider.LicenseNumber };
}

/** `Rosa Alvarez, PT, license 123456 (NY)` */
export function signerWords({ Name, License }: Pick<Signature, 'Name' | 'License'>): string {
  return License === null ? Name : `${Name}, license ${License}`;
}
