import type { Claim } from './claim.ts';

/** Whether an addendum changed what it bills, and no other claim took its place. */
export function needsCorrection(claim: Pick<Claim, 'AmendedByNoteId' | 'status'> | undefined): boolean {
  return claim !== undefined && claim.AmendedByNoteId !== null && claim.status !== 'void';
}
