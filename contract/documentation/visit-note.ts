import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, FacilityId, PatientId, ProviderId, VisitId } from '../base/ids.ts';
import { Text } from '../base/text.ts';

export const noteSections = ['Subjective', 'Objective', 'Assessment', 'Plan'] as const;
export type NoteSection = (typeof noteSections)[number];

const SectionText = Text(20_000);

/** Only the sections that changed. */
export const NoteChanges = z.strictObject({
  Subjective: SectionText.optional(),
  Objective: SectionText.optional(),
  Assessment: SectionText.optional(),
  Plan: SectionText.optional(),
});
export type NoteChanges = z.output<typeof NoteChanges>;

/** The daily note of a visit; one per visit. Signed notes are never edited. */
export const VisitNote = z.object({
  VisitId,
  CaseId,
  PatientId,
  FacilityId,
  NoteType: z.enum(['daily', 'eval', 'progress', 'discharge']),
  Subjective: SectionText,
  Objective: SectionText,
  Assessment: SectionText,
  Plan: SectionText,
  signedAt: Instant.nullable(),
  signedByProviderId: ProviderId.nullable(),
  cosignRequired: z.boolean(),
  cosignedAt: Instant.nullable(),
  cosignedByProviderId: ProviderId.nullable(),
  updated_at: Instant,
});
export type VisitNote = z.output<typeof VisitNote>;
