import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { CaseId, FacilityId, NoteId, PatientId, ProviderId, VisitId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { CellKey, CellValue } from './cell-values.ts';
import { elementKeys, sectionKeys } from './field-keys.ts';
import { AlsoType, NoteType } from './note-types.ts';

/** The sections of a daily note, as every therapist knows them. */
export const noteSections = ['Subjective', 'Objective', 'Assessment', 'Plan'] as const;

export const SectionKey = z.string().regex(sectionKeys);
export const ElementKey = z.string().regex(elementKeys);
export const SectionText = Text(20_000);
export const ElementValue = Text(500).nullable();

/** More sections and elements than all kinds of notes and ten templates have together. */
export const mostParts = 500;

/** Texts of a note by the keys of its sections; what is empty may be missing. */
export type Sections = Readonly<Record<string, string>>;

/** A note of a visit, whose id it has, or of a case. Signed notes are never edited. */
export const VisitNote = z.object({
  NoteId,
  /** Null: of the case. */
  VisitId: VisitId.nullable(),
  CaseId,
  PatientId,
  FacilityId,
  NoteType,
  AlsoTypes: z.array(AlsoType),
  /** The day in the clinic that it is about. */
  NoteDate: DateString,
  /** Who began it; null for staff who treat nobody. */
  ProviderId: ProviderId.nullable(),
  /** Who was asked to cosign. */
  CosignerProviderId: ProviderId.nullable(),
  /** The note that an addendum is added to. */
  ParentNoteId: NoteId.nullable(),
  Sections: z.record(SectionKey, SectionText),
  Elements: z.record(ElementKey, ElementValue),
  /** What it says of rows of its case: of measures and goals. */
  Cells: z.record(CellKey, CellValue).default({}),
  /** Of the whole visit, timed or not (CMS ch. 15 §220.3 E). */
  TreatmentMinutes: z.int().min(0).max(480).nullable(),
  signedAt: Instant.nullable(),
  signedByProviderId: ProviderId.nullable(),
  cosignRequired: z.boolean(),
  cosignedAt: Instant.nullable(),
  cosignedByProviderId: ProviderId.nullable(),
  updated_at: Instant,
});
export type VisitNote = z.output<typeof VisitNote>;

export function sectionText(note: { Sections: Sections } | undefined, key: string): string {
  return note?.Sections[key] ?? '';
}
