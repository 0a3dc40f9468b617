import type { MeasureKind, MeasureUnit } from '../measures/eval-measurement.ts';

/** One answer that can be chosen, and what it counts. */
export type AnswerChoice = { Value: number; Label: string };

/** A question of an outcome measure; unscored ones are asked but not counted, and may stay open. */
export type OutcomeItem = { Key: string; Text: string; Choices: readonly AnswerChoice[]; IsScored: boolean };

/** A change that matters, by size, for measures of which a source gives several. */
export type McidLevel = { size: string; points: number };

/**
 * An outcome measure. `form` says how it is answered: every item of a scale, a checklist whose unmarked items are No,
 * activities the patient names, or only a total that staff enter. Wording, items or scoring never change within a Version.
 */
export type OutcomeMeasure = {
  MeasureKey: string;
  Version: number;
  Name: string;
  Abbreviation: string;
  form: 'scale' | 'checklist' | 'activities' | 'total';
  Rights: 'open' | 'totalOnly';
  Instruction: string | null;
  Items: readonly OutcomeItem[];
  scoring: 'sum' | 'mean' | null;
  Kind: Extract<MeasureKind, 'score'>;
  Choices: string[];
  Unit: MeasureUnit | null;
  /** The ends of the score; null where the instrument has none, or none is known. */
  Min: number | null;
  Max: number | null;
  Step: number | null;
  HigherIsBetter: boolean | null;
  Mdc: number | null;
  /** In points of the score; where a source gives a span, its lower end. */
  Mcid: number | null;
  McidLevels: readonly McidLevel[];
  Citation: string;
};

type Needed = 'MeasureKey' | 'Name' | 'Abbreviation' | 'form' | 'HigherIsBetter' | 'Citation';

/** An outcome measure in its first Version; what is left out is not known, or does not apply. */
export function outcome(draft: Pick<OutcomeMeasure, Needed> & Partial<OutcomeMeasure>): OutcomeMeasure {
  return {
    Version: 1,
    Rights: draft.form === 'total' ? 'totalOnly' : 'open',
    Instruction: null,
    Items: [],
    scoring: null,
    Kind: 'score',
    Choices: [],
    Unit: 'points',
    Min: null,
    Max: null,
    Step: null,
    Mdc: null,
    Mcid: null,
    McidLevels: [],
    ...draft,
  };
}
