import type { MeasureRegion, Norm } from '../eval-measurement.ts';
import { figure } from './built-in.ts';

/** Degrees of a movement by source; a source that gives none, or that nobody has read yet, is left out. */
export type Degrees = { AAOS?: number; AMA?: number; CFR?: number };
export type Movement = {
  key: string;
  Name: string;
  Region: MeasureRegion;
  Sides: 'none' | 'LR';
  degrees: Degrees;
  /** Whether the AAOS figure was compared with its source. */
  isConfirmed: boolean;
};

/** The figures of a movement as norms, one for each source. */
export function normsOf({ degrees }: Movement): Norm[] {
  return Object.entries(degrees).map(([source, value]) => figure(source, value));
}
