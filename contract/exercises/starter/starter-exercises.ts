import { ankleFootExercises } from './ankle-foot.ts';
import { backExercises } from './back.ts';
import { balanceWalkingExercises } from './balance-walking.ts';
import { breathingExercises } from './breathing.ts';
import { elbowExercises } from './elbow.ts';
import { hipExercises } from './hip.ts';
import { kneeExercises } from './knee.ts';
import { mouthExercises } from './mouth.ts';
import { neckExercises } from './neck.ts';
import { shoulderExercises } from './shoulder.ts';
import type { StarterExercise } from './starter-exercise.ts';
import { wristHandExercises } from './wrist-hand.ts';

/** Written and drawn for this app; every text and drawing is its own. */
export const starterRights = 'Written and drawn for Mainstay';

/** Every exercise that a new site starts with. */
export const starterExercises: readonly StarterExercise[] = [
  ...neckExercises,
  ...backExercises,
  ...shoulderExercises,
  ...elbowExercises,
  ...wristHandExercises,
  ...hipExercises,
  ...kneeExercises,
  ...ankleFootExercises,
  ...balanceWalkingExercises,
  ...breathingExercises,
  ...mouthExercises,
];
