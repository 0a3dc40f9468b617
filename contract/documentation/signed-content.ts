import { textOf } from '../base/same-value.ts';
import { entryOf } from '../charges/merged-services.ts';
import type { ServiceEntry } from '../charges/service.ts';
import { providerName, type Provider } from '../providers/provider.ts';
import { noCare, type CareToSign } from './care-to-sign.ts';
import { filledCells } from './cell-values.ts';
import type { Signature } from './signature.ts';
import type { VisitNote } from './visit-note.ts';

/** One text for all that a signature stands for: the note as it is written, the services and the flowsheet of its visit, its goals, plans of care and scores. */
export function signedContent(
  note: Omit<VisitNote, 'updated_at'>,
  services: readonly ServiceEntry[],
  exercises: Readonly<Record<string, unknown>> = {},
  care: CareToSign = noCare,
): string {
  const {
    NoteId: id,
    CaseId: of,
    NoteType,
    AlsoTypes,
    NoteDate,
    ParentNoteId,
    Sections,
    Elements,
    Cells,
    TreatmentMinutes,
  } = note;
  const content = { NoteId: id, CaseId: of, NoteType, AlsoTypes, NoteDate, ParentNoteId, TreatmentMinutes };
  const cells = filledCells(Cells);
  // Signatures of notes without cells are of before there were any.
  const more = Object.keys(cells).length > 0 ? { Cells: cells } : {};
  const sheet = Object.keys(exercises).length > 0 ? { exercises } : {};
  const goals = Object.keys(care.goals).length > 0 ? { goals: care.goals } : {};
  const plans = Object.keys(care.plans).length > 0 ? { plans: care.plans } : {};
  const outcomes = Object.keys(care.outcomes).length > 0 ? { outcomes: care.outcomes } : {};
  return textOf({
    ...content,
    Sections,
    Elements,
    ...more,
    ...sheet,
    ...goals,
    ...plans,
    ...outcomes,
    services: services.map(entryOf),
  });
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
