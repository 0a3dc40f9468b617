import { z } from 'zod';

/** Where a measurement belongs in the lists of the library and of a note. */
export const regionWords = {
  cervical: 'Neck',
  shoulder: 'Shoulder',
  elbow: 'Elbow',
  wrist: 'Wrist',
  hand: 'Hand',
  thoracolumbar: 'Back',
  sacroiliac: 'Sacroiliac joint',
  hip: 'Hip',
  knee: 'Knee',
  ankle: 'Ankle and foot',
  neuro: 'Nerves and balance',
  speech: 'Speech and swallowing',
  general: 'General',
} as const;

/** The units of the design, and three more that vital signs need. */
export const MeasureUnit = z.enum(['°', 'cm', 'kg', 's', 'm', 'm/s', 'reps', '%', 'points', 'mmHg', '/min', '°F']);
export type MeasureUnit = z.output<typeof MeasureUnit>;

/** One choice; no comma, semicolon or bar, since lists of choices are written with them. */
export const Choice = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^,;|]+$/);
