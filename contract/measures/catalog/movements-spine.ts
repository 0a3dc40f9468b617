import type { Degrees, Movement } from './movement.ts';

/** Cervical: AAOS as commonly cited, not yet compared with its source, and 38 CFR. Thoracolumbar: AAOS, AMA, 38 CFR. */
export const spineMovements: readonly Movement[] = [
  cervical('flexion', 'none', { AAOS: 45, CFR: 45 }),
  cervical('extension', 'none', { AAOS: 45, CFR: 45 }),
  cervical('side bend', 'LR', { AAOS: 45, CFR: 45 }),
  cervical('rotation', 'LR', { AAOS: 60, CFR: 80 }),
  thoracolumbar('flexion', 'none', { AAOS: 80, AMA: 60, CFR: 90 }),
  thoracolumbar('extension', 'none', { AAOS: 25, AMA: 25, CFR: 30 }),
  thoracolumbar('side bend', 'LR', { AAOS: 35, AMA: 25, CFR: 30 }),
  thoracolumbar('rotation', 'LR', { AAOS: 45, AMA: 30, CFR: 30 }),
];

function cervical(movement: string, Sides: 'none' | 'LR', degrees: Degrees): Movement {
  const key = `cervical.${movement.replaceAll(' ', '-')}`;
  return { key, Name: `Cervical ${movement}`, Region: 'cervical', Sides, degrees, isConfirmed: false };
}

function thoracolumbar(movement: string, Sides: 'none' | 'LR', degrees: Degrees): Movement {
  const key = `thoracolumbar.${movement.replaceAll(' ', '-')}`;
  return { key, Name: `Thoracolumbar ${movement}`, Region: 'thoracolumbar', Sides, degrees, isConfirmed: true };
}
