import { nothingAsked, type PayerAsks } from './payer-asks.ts';
import type { Asker } from './asked-parts.ts';
import { noExercises, type ExercisesToSign } from '../flowsheet/to-sign.ts';

/** What stands beside the text of a note and keeps it from being signed: sentences, by who knows of it. */
export type Beside = {
  /** Values that are none of their measurement. */
  wrongMeasures: readonly string[];
  /** What a note of its kind lacks of goals and plans of care. */
  goalsAndPlans: readonly string[];
  /** The flowsheet of the visit. */
  exercises: ExercisesToSign;
  /** An assessment that is the last one once more. */
  copied: readonly string[];
  /** What who is billed asks of the note. */
  asked: PayerAsks;
  /** What is still asked about who gave the services. */
  charges: readonly string[];
  /** What the answers to its outcome measures demand. */
  outcomes: readonly string[];
  /** Who asks more of the note than its kind does. */
  askers: readonly Asker[];
};

/** Nothing beside a note keeps it from being signed. */
export const nothingBeside: Beside = {
  wrongMeasures: [],
  goalsAndPlans: [],
  exercises: noExercises,
  copied: [],
  asked: nothingAsked,
  charges: [],
  outcomes: [],
  askers: [],
};
