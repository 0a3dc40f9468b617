import type { Norm } from '../eval-measurement.ts';

/** Means in degrees by movement: ages, women, men (CDC joint study, public domain). Other cells are not entered yet. */
const means: readonly [key: string, from: number, to: number, women: number, men: number][] = [
  ['knee.flexion', 20, 44, 141.9, 137.7],
  ['shoulder.flexion', 20, 44, 172.0, 168.8],
  ['elbow.flexion', 20, 44, 150.0, 144.6],
  ['elbow.pronation', 20, 44, 82.0, 76.9],
  ['elbow.supination', 20, 44, 90.6, 85.0],
  ['ankle.dorsiflexion', 20, 44, 13.8, 12.7],
  ['ankle.dorsiflexion', 45, 69, 11.6, 11.9],
  ['hip.extension', 45, 69, 16.7, 13.5],
];

/** The means of a movement by sex and age. */
export function cdcNormsOf(key: string): Norm[] {
  return means
    .filter(([each]) => each === key)
    .flatMap(([, from, to, women, men]) => [mean('F', { from, to }, women), mean('M', { from, to }, men)]);
}

function mean(sex: 'F' | 'M', ages: Norm['ages'], degrees: number): Norm {
  return { source: 'CDC', sex, ages, low: degrees, high: degrees };
}
