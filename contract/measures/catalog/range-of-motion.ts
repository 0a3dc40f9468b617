import type { EvalMeasurement } from '../eval-measurement.ts';
import { builtIn } from './built-in.ts';
import { cdcNormsOf } from './cdc-norms.ts';
import { normsOf, type Movement } from './movement.ts';
import { movements } from './movements.ts';

/** Entry limits that catch a slip of the finger; they say nothing about bodies. */
const limits = { Min: -90, Max: 270 };

/** Movements that are full at 0: a larger number is no gain. */
const endsAtZero = new Set(['elbow.extension', 'knee.extension']);

/** Range of motion in degrees of every movement, active and passive. A value below 0 is a lack or an overstretch. */
export const rangeOfMotion: readonly EvalMeasurement[] = movements.map((movement) =>
  builtIn(`rom.${movement.key}`, {
    Name: movement.Name,
    GoalType: 'ROM',
    Category: 'ROM',
    Region: movement.Region,
    Sides: movement.Sides,
    Modes: ['active', 'passive'],
    Kind: 'number',
    Unit: '°',
    ...limits,
    // Means have one decimal, but nobody reads a goniometer closer than a degree.
    Step: 1,
    Norms: [...normsOf(movement), ...cdcNormsOf(movement.key)],
    HigherIsBetter: endsAtZero.has(movement.key) ? null : true,
    Citation: citationOf(movement),
  }),
);

function citationOf({ degrees, isConfirmed, key }: Movement): string | null {
  const sources = [...Object.keys(degrees), ...(cdcNormsOf(key).length > 0 ? ['CDC'] : [])];
  if (sources.length === 0) return null;
  return `${sources.map((source) => (source === 'CFR' ? '38 CFR 4.71' : source)).join(', ')}${isConfirmed ? '' : '; AAOS figure not confirmed'}`;
}
