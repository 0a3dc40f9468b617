import { z } from 'zod';
import { ProviderId } from '../base/ids.ts';

const mostPerformers = 10;

/** Minutes of one service that one person gave. */
export const PerformedPart = z
  .strictObject({
    /** Null is an aide, whose minutes are never billed. */
    ProviderId: ProviderId.nullable(),
    Minutes: z.int().min(0).max(480),
    /** Side by side with another provider: the therapist's minutes, for the payer. */
    Together: z.boolean(),
  })
  .refine(({ ProviderId, Together }) => ProviderId !== null || !Together, {
    error: 'must not be together for an aide',
  });
export type PerformedPart = z.output<typeof PerformedPart>;

/** Who gave a service, and for how long. */
export const Performed = z.array(PerformedPart).max(mostPerformers);
export type Performed = z.output<typeof Performed>;

/** The minutes of a service: what those who gave it may bill, where it was split among them. */
export function minutesPerformed(Minutes: number | null, performed: readonly PerformedPart[] | null): number | null {
  return performed === null || performed.length === 0 || Minutes === null ? Minutes : billableMinutes(performed);
}

/** Minutes that may be billed: without aides. Minutes together count once, on however many rows. */
export function billableMinutes(performed: readonly PerformedPart[]): number {
  const billable = performed.filter(({ ProviderId }) => ProviderId !== null);
  const alone = billable.filter(({ Together }) => !Together).reduce((sum, { Minutes }) => sum + Minutes, 0);
  return alone + togetherMinutes(billable);
}

/** How long providers treated side by side; two rows of the same minutes count once. */
export function togetherMinutes(performed: readonly PerformedPart[]): number {
  return Math.max(0, ...performed.filter(({ Together }) => Together).map(({ Minutes }) => Minutes));
}
