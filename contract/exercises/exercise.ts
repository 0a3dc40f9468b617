import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { ExerciseId } from '../base/ids.ts';
import { Line, OptionalLine, Text } from '../base/text.ts';
import { CptCode } from '../charges/service.ts';
import { Dose } from '../flowsheet/dose.ts';

/** Where the exercise works, each with what the library calls it. */
export const exerciseRegions = {
  neck: 'Neck and upper back',
  back: 'Lower back and trunk',
  shoulder: 'Shoulder',
  elbow: 'Elbow and forearm',
  wristHand: 'Wrist and hand',
  hip: 'Hip',
  knee: 'Knee',
  ankleFoot: 'Ankle and foot',
  balanceWalking: 'Balance and walking',
  breathing: 'Breathing',
  mouth: 'Mouth and face',
} as const;
export type ExerciseRegion = keyof typeof exerciseRegions;
export const ExerciseRegion = z.enum(Object.keys(exerciseRegions) as [ExerciseRegion, ...ExerciseRegion[]]);

/** An exercise of the library. Its content changes by an exerciseUpdate, which raises Version. */
export const Exercise = z.object({
  ExerciseId,
  Name: Line(120),
  /** Other names by which it is found. */
  Aliases: z.array(Line(120)).max(20),
  Region: ExerciseRegion,
  Equipment: z.array(Line(40)).max(10),
  /** The code it is usually billed under; null where none is usual. */
  CPT_Code: CptCode.nullable(),
  /** Where to start; the case's row has the planned dose. */
  Dose: Dose.nullable(),
  /** Read by the patient, in the second person. */
  PatientText: Text(2_000),
  /** The key of a built-in drawing, or null. */
  Figure: OptionalLine(60),
  ImageFileIds: z.array(z.uuid()).max(10),
  /** Whose text and pictures they are; null is the clinic's own. */
  Rights: OptionalLine(200),
  Version: z.int().min(1),
  updated_at: Instant,
});
export type Exercise = z.output<typeof Exercise>;
