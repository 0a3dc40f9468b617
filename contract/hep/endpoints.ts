import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { ExerciseId } from '../base/ids.ts';
import { homeProgram } from './home-program.ts';
import { LogEntry } from './home-program-log.ts';
import { HomeProgramId, HomeProgramLogId } from './ids.ts';

const words = z.object({ Name: z.string(), text: z.string(), dose: z.string() });

/** An exercise as its patient sees it, in both languages: a phone without network may change the language. */
export const OwnItem = z.object({
  HomeProgramId,
  ExerciseId,
  /** The drawing, as SVG. */
  figure: z.string().nullable(),
  en: words,
  es: words,
  counts: z.object({ sets: z.int().nullable(), reps: z.int().nullable(), seconds: z.int().nullable() }),
  PerDay: z.int(),
  PerWeek: z.int(),
  /** As the therapist wrote it. */
  Note: z.string().nullable(),
});
export type OwnItem = z.output<typeof OwnItem>;

export const OwnProgram = z.object({
  clinic: z.string(),
  phone: z.string().nullable(),
  /** The day at the clinic. */
  today: DateString,
  items: z.array(OwnItem),
  /** What goes for all of a program, as the therapist wrote it. */
  notes: z.array(z.string()),
  /** What was logged of these programs in the last 14 days. */
  logs: z.array(LogEntry),
});
export type OwnProgram = z.output<typeof OwnProgram>;

export const mostLogs = 200;

const asPatient = { access: 'public', byHand: true, noChart: 'For the patient who is logged in.' } as const;

export const hepEndpoints = {
  send: {
    call: 'POST /homePrograms/:id/send',
    access: { all: ['write notes'] },
    chartOf: { reply: (told: { homeProgram: { PatientId: string } }) => [told.homeProgram.PatientId] },
    summary: 'Sends the patient a link to a home program. From then on the program does not change.',
    input: z.strictObject({
      id: HomeProgramId,
      /** The patient has just said yes to getting home programs by email and text. */
      hasAgreed: z.boolean().default(false),
    }),
    reply: z.object({
      homeProgram: homeProgram.Row,
      /** How it was sent; empty when the patient can’t be reached, and nothing is changed then. */
      reached: z.array(z.enum(['email', 'text'])),
      why: z.enum(['no-consent', 'no-address']).nullable(),
    }),
  },
  program: {
    ...asPatient,
    call: 'GET /hep/program',
    summary: 'Returns the patient’s home program: the newest version of each case, until 90 days after discharge.',
    input: z.strictObject({}),
    reply: OwnProgram,
  },
  log: {
    ...asPatient,
    call: 'POST /hep/logs',
    summary: 'Adds entries to the log of a home program. The client sets the IDs. An entry sent twice is one entry.',
    input: z.strictObject({ logs: z.array(LogEntry).min(1).max(mostLogs) }),
    reply: z.object({
      taken: z.array(HomeProgramLogId),
      /** Entries that can’t be kept: of a program or a day that is not the patient’s. */
      refused: z.array(HomeProgramLogId),
    }),
  },
} as const satisfies OnlineTable;
