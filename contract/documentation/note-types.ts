import { z } from 'zod';

/** Kinds of notes by their names on screens (chart rules: CMS ch. 15 §220.3). */
export const noteTypeNames = {
  eval: 'Evaluation',
  daily: 'Daily note',
  progress: 'Progress report',
  reeval: 'Re-evaluation',
  recert: 'Recertification',
  discharge: 'Discharge note',
  missedVisit: 'No-show or cancellation',
  addendum: 'Addendum',
  communication: 'Communication',
} as const;

export type NoteType = keyof typeof noteTypeNames;
export const noteTypes = Object.keys(noteTypeNames) as [NoteType, ...NoteType[]];
export const NoteType = z.enum(noteTypes);

/** What a daily note may be besides, because both were written of one visit. */
export const alsoTypes = ['progress', 'recert', 'discharge'] as const;
export const AlsoType = z.enum(alsoTypes);
export type AlsoType = z.output<typeof AlsoType>;

/** Kinds of a visit's note; each of the others stands in its case without a visit. */
const ofVisit: readonly NoteType[] = ['eval', 'daily', 'progress', 'reeval', 'recert', 'discharge', 'missedVisit'];

export function mayBeOfVisit(type: NoteType): boolean {
  return ofVisit.includes(type);
}

/** Whether something is measured in a note of this kind. */
export function isMeasuredIn(type: NoteType): boolean {
  return mayBeOfVisit(type) && type !== 'missedVisit';
}

/** Only a therapist judges progress, goals and plans; an assistant writes and signs the rest (42 CFR 410.60). */
export function isForTherapist(type: NoteType): boolean {
  return ['eval', 'progress', 'reeval', 'recert', 'discharge'].includes(type);
}
