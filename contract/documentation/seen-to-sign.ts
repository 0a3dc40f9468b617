import { z } from 'zod';
import { isSameValue } from '../base/same-value.ts';
import { entryOf, isSameServices, SeenServices } from '../charges/merged-services.ts';
import type { CptDescription, ServiceEntry } from '../charges/service.ts';
import { noCare, type CareToSign } from './care-to-sign.ts';
import { sectionOfOrigin } from './field-keys.ts';
import { fieldsNamed } from './field-titles.ts';
import { aboutFields, noteField, type NoteRow } from './note-field.ts';
import { SectionText } from './visit-note.ts';

/** What somebody read before they signed it, as their call carries it; an older app told nothing. */
export const SeenToSign = SeenServices.extend({
  note: z.record(z.string(), z.unknown()).optional(),
  /** Cells of the flowsheet; an app of before knew of none. */
  exercises: z.record(z.string(), z.unknown()).optional(),
  /** Goals, plans of care and scores as `careToSign` tells them; an app of before told of none. */
  goals: z.record(z.string(), z.unknown()).optional(),
  plans: z.record(z.string(), z.unknown()).optional(),
  outcomes: z.record(z.string(), z.unknown()).optional(),
  // Of apps from before a note had kinds: the four texts beside the services.
  Subjective: SectionText.optional(),
  Objective: SectionText.optional(),
  Assessment: SectionText.optional(),
  Plan: SectionText.optional(),
});
/** Cells by the id of their row. */
type Exercises = Readonly<Record<string, unknown>>;

export type SeenToSign = z.output<typeof SeenToSign>;
export type NowSeen = Required<Pick<SeenToSign, 'note' | 'services' | 'exercises' | 'goals' | 'plans' | 'outcomes'>>;

/** A note, its services, its flowsheet and its goals and plans as a screen shows them. Units follow from the rules and are counted again when they are billed. */
export function seenToSign(
  note: NoteRow,
  services: readonly ServiceEntry[],
  exercises: Exercises = {},
  care: CareToSign = noCare,
): NowSeen {
  return {
    note: Object.fromEntries(fieldsIn(note).map((field) => [field, noteField(note, field)])),
    services: services.map(entryOf),
    exercises: { ...exercises },
    ...care,
  };
}

/** The names of what is not as its signer saw it, of the note by its fields, `Charges`, `Flowsheet`, `Goals`, `Plan of care` and `Outcome measures`. */
export function changedSinceSeen(
  seen: SeenToSign,
  note: NoteRow | undefined,
  services: readonly ServiceEntry[],
  codes: readonly CptDescription[],
  exercises: Exercises = {},
  care: CareToSign = noCare,
): string[] {
  const { services: seenServices, note: whole, exercises: seenExercises, goals, plans, outcomes, ...former } = seen;
  const told: Record<string, unknown> = whole ?? former;
  // An app of before told of four sections alone.
  const fields = new Set([...Object.keys(told), ...(whole && note ? fieldsIn(note) : [])]);
  for (const field of [asked, ...[...fields].filter((each) => sectionOfOrigin(each) !== null)]) fields.delete(field);
  const isOther = (field: string) =>
    told[field] === undefined && !whole
      ? false
      : !isSameValue(told[field] ?? noteField(undefined, field), noteField(note, field));
  const changed = [...fields].filter(isOther);
  const isSame = !seenServices || isSameServices(seenServices, services, codes);
  const beside = {
    Charges: !isSame,
    Flowsheet: differs(seenExercises, exercises),
    Goals: differs(goals, care.goals),
    'Plan of care': differs(plans, care.plans),
    'Outcome measures': differs(outcomes, care.outcomes),
  };
  return [...changed, ...Object.entries(beside).flatMap(([name, isNew]) => (isNew ? [name] : []))];
}

/** What an older app did not tell of is as it was. */
function differs(seen: unknown, now: unknown): boolean {
  return seen !== undefined && !isSameValue(seen, now);
}

/** Whom the signer asked is told of, and no part of what a signature stands for (signed-content.ts). */
const asked = 'CosignerProviderId';

/** The fields that hold something, in the order they are read. */
function fieldsIn(note: NoteRow): string[] {
  const all = [
    ...aboutFields.filter((field) => field !== asked),
    ...Object.keys(note.Elements),
    ...Object.keys(note.Sections),
    // Where a text was copied from is no part of what a signer reads.
    ...Object.keys(note.Cells).filter((field) => sectionOfOrigin(field) === null),
  ];
  return all.filter((field) => !isSameValue(noteField(note, field), noteField(undefined, field)));
}

/** Why a note was not signed that somebody else had changed. */
export function changedToSignSentence(changed: readonly string[], deed: 'signed' | 'cosigned'): string {
  return `This note changed before you ${deed} it: ${fieldsNamed(changed)}. Someone else changed it, or your earlier change was not accepted. The note is not ${deed}. Read it again, then sign.`;
}
