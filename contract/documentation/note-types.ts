import { z } from 'zod';

/** The nine kinds of note. */
export const noteTypes = [
  'eval',
  'daily',
  'progress',
  'reeval',
  'recert',
  'discharge',
  'missedVisit',
  'addendum',
  'communication',
] as const;
export const NoteType = z.enum(noteTypes);
export type NoteType = z.output<typeof NoteType>;

/** For screens and prints. */
export const noteTypeNames: Record<NoteType, string> = {
  eval: 'Evaluation',
  daily: 'Daily note',
  progress: 'Progress report',
  reeval: 'Re-evaluation',
  recert: 'Recertification',
  discharge: 'Discharge note',
  missedVisit: 'No-show or cancellation',
  addendum: 'Addendum',
  communication: 'Communication',
};
