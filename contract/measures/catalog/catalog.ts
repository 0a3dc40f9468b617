import type { EvalMeasurement } from '../eval-measurement.ts';
import { flr } from './flr.ts';
import { functionalTests } from './functional-tests.ts';
import { generalTests } from './general.ts';
import { pain } from './pain.ts';
import { rangeOfMotion } from './range-of-motion.ts';
import { sectionGg } from './section-gg.ts';
import { specialTests } from './special-tests.ts';
import { speech } from './speech.ts';
import { strength } from './strength.ts';

/** Every built-in measurement; read-only, the same on every site. */
export const builtInMeasurements: readonly EvalMeasurement[] = [
  ...pain,
  ...rangeOfMotion,
  ...strength,
  ...specialTests,
  ...generalTests,
  ...sectionGg,
  ...speech,
  ...functionalTests,
  ...flr,
];

const byId = new Map<string, EvalMeasurement>(builtInMeasurements.map((each) => [each.EvalMeasurementId, each]));

/** A built-in by its id; undefined for a clinic's own measurement. */
export function builtInMeasurement(id: string): EvalMeasurement | undefined {
  return byId.get(id);
}
