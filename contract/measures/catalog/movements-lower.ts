import type { MeasureRegion } from '../eval-measurement.ts';
import type { Degrees, Movement } from './movement.ts';

/** AAOS as commonly cited, not yet compared with its source; 38 CFR 4.71. */
export const lowerMovements: readonly Movement[] = [
  of('hip', 'flexion', { AAOS: 120, CFR: 125 }),
  of('hip', 'extension', { AAOS: 30 }),
  of('hip', 'abduction', { AAOS: 45, CFR: 45 }),
  of('hip', 'adduction', { AAOS: 30 }),
  of('hip', 'medial rotation', { AAOS: 45 }),
  of('hip', 'lateral rotation', { AAOS: 45 }),
  of('knee', 'flexion', { AAOS: 135, CFR: 140 }),
  // No source of the design gives a figure for it.
  of('knee', 'extension', {}),
  of('ankle', 'dorsiflexion', { AAOS: 20, CFR: 20 }),
  of('ankle', 'plantar flexion', { AAOS: 50, CFR: 45 }),
  of('ankle', 'inversion', { AAOS: 35 }),
  of('ankle', 'eversion', { AAOS: 15 }),
];

function of(Region: MeasureRegion, movement: string, degrees: Degrees): Movement {
  const Name = `${Region.charAt(0).toUpperCase()}${Region.slice(1)} ${movement}`;
  return { key: `${Region}.${movement.replaceAll(' ', '-')}`, Name, Region, Sides: 'LR', degrees, isConfirmed: false };
}
