import type { z } from 'zod';
import { entryOf, isSameServices, SeenServices } from '../charges/merged-services.ts';
import type { CptDescription, ServiceEntry } from '../charges/service.ts';
import { listed } from './conflict-sentence.ts';
import { noteSections, VisitNote, type NoteSection } from './visit-note.ts';

type Sections = Record<NoteSection, string>;

const SeenSections = VisitNote.pick({ Subjective: true, Objective: true, Assessment: true, Plan: true });

/** What somebody read before they signed it, as their call carries it; an older app told nothing. */
export const SeenToSign = SeenServices.extend(SeenSections.partial().shape);
export type SeenToSign = z.output<typeof SeenToSign>;

/** A note and its services as a screen shows them. Units follow from the rules and are counted again when they are billed. */
export function seenToSign(note: Sections, services: readonly ServiceEntry[]): Required<SeenToSign> {
  const { Subjective, Objective, Assessment, Plan } = note;
  return { Subjective, Objective, Assessment, Plan, services: services.map(entryOf) };
}

/** What is not as its signer saw it. */
export function changedSinceSeen(
  seen: SeenToSign,
  note: Sections | undefined,
  services: readonly ServiceEntry[],
  codes: readonly CptDescription[],
): (NoteSection | 'Charges')[] {
  const sections = noteSections.filter(
    (section) => (seen[section] ?? note?.[section] ?? '') !== (note?.[section] ?? ''),
  );
  const isSame = !seen.services || isSameServices(seen.services, services, codes);
  return isSame ? sections : [...sections, 'Charges'];
}

/** Why a note was not signed that somebody else had changed. */
export function changedToSignSentence(changed: readonly string[], deed: 'signed' | 'cosigned'): string {
  return `This note changed before you ${deed} it: ${listed(changed)}. Someone else changed it, or your earlier change was not accepted. The note is not ${deed}. Read it again, then sign.`;
}
