import type { MeasureRegion } from '../eval-measurement.ts';
import type { Degrees, Movement } from './movement.ts';

/** AAOS, AMA and 38 CFR 4.71 as the design's table gives them. */
export const upperMovements: readonly Movement[] = [
  of('shoulder', 'flexion', { AAOS: 180, AMA: 180, CFR: 180 }),
  of('shoulder', 'extension', { AAOS: 60, AMA: 50 }),
  of('shoulder', 'abduction', { AAOS: 180, AMA: 170, CFR: 180 }),
  of('shoulder', 'medial rotation', { AAOS: 70, AMA: 80, CFR: 90 }),
  of('shoulder', 'lateral rotation', { AAOS: 90, AMA: 60, CFR: 90 }),
  of('elbow', 'flexion', { AAOS: 150, AMA: 140, CFR: 145 }),
  of('elbow', 'extension', { AAOS: 0, AMA: 0, CFR: 0 }),
  of('elbow', 'pronation', { AAOS: 80, AMA: 80, CFR: 80 }, 'Forearm pronation'),
  of('elbow', 'supination', { AAOS: 80, AMA: 80, CFR: 85 }, 'Forearm supination'),
  of('wrist', 'flexion', { AAOS: 80, AMA: 60, CFR: 80 }),
  of('wrist', 'extension', { AAOS: 70, AMA: 60, CFR: 70 }),
  of('wrist', 'radial deviation', { AAOS: 20, AMA: 20, CFR: 20 }),
  of('wrist', 'ulnar deviation', { AAOS: 30, AMA: 30, CFR: 45 }),
  ...['Index', 'Middle', 'Ring', 'Little'].flatMap((finger) => [
    of('hand', `${finger.toLowerCase()} MCP flexion`, { AAOS: 90 }, `${finger} finger MCP flexion`),
    of('hand', `${finger.toLowerCase()} PIP flexion`, { AAOS: 100 }, `${finger} finger PIP flexion`),
    of('hand', `${finger.toLowerCase()} DIP flexion`, { AAOS: 90 }, `${finger} finger DIP flexion`),
  ]),
  of('hand', 'thumb CMC abduction', { AAOS: 70 }, 'Thumb CMC abduction'),
  of('hand', 'thumb MCP flexion', { AAOS: 50 }, 'Thumb MCP flexion'),
  of('hand', 'thumb IP flexion', { AAOS: 80 }, 'Thumb IP flexion'),
];

function of(Region: MeasureRegion, movement: string, degrees: Degrees, Name?: string): Movement {
  return {
    key: `${Region}.${movement.replaceAll(' ', '-')}`,
    Name: Name ?? `${Region.charAt(0).toUpperCase()}${Region.slice(1)} ${movement}`,
    Region,
    Sides: 'LR',
    degrees,
    isConfirmed: true,
  };
}
