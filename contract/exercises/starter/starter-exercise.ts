import type { Dose } from '../../flowsheet/dose.ts';
import { parseDose } from '../../flowsheet/parse-dose.ts';
import type { ExerciseRegion } from '../exercise.ts';
import type { FigureKey } from '../figures/figures.ts';

export type StarterEquipment =
  | 'ball'
  | 'band'
  | 'bike'
  | 'chair'
  | 'counter'
  | 'foam'
  | 'mat'
  | 'pillow'
  | 'pulley'
  | 'putty'
  | 'stairs'
  | 'step'
  | 'stick'
  | 'strap'
  | 'table'
  | 'towel'
  | 'treadmill'
  | 'wall'
  | 'weight';

/** An exercise of the starter set. Its key never changes; ids are derived from it where rows are made. */
export type StarterExercise = {
  Key: string;
  Name: string;
  Aliases: readonly string[];
  Region: ExerciseRegion;
  Equipment: readonly StarterEquipment[];
  CPT_Code: '97110' | '97112' | '97116' | '97530' | null;
  Dose: Dose;
  Figure: FigureKey;
  PatientText: string;
};

type Written = Omit<StarterExercise, 'Dose' | 'Region'> & { Dose: string };

/** The exercises of a region; doses are written as a clinician types them. */
export function starterOf(Region: ExerciseRegion, written: readonly Written[]): StarterExercise[] {
  return written.map((exercise) => ({ ...exercise, Region, Dose: doseFrom(exercise.Dose) }));
}

function doseFrom(typed: string): Dose {
  const parsed = parseDose(typed);
  if (parsed.kind !== 'dose') throw new TypeError(`No dose: ${typed}`);
  return parsed.dose;
}
