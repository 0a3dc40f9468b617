import type { Movement } from './movement.ts';
import { lowerMovements } from './movements-lower.ts';
import { spineMovements } from './movements-spine.ts';
import { upperMovements } from './movements-upper.ts';

/** Every movement whose range and strength are measured. */
export const movements: readonly Movement[] = [...spineMovements, ...upperMovements, ...lowerMovements];
