import { z } from 'zod';

/** The life of a visit, in order; the last three leave it early. */
export const stages = [
  'scheduled',
  'confirmed',
  'checkedIn',
  'inProgress',
  'review',
  'billing',
  'submitted',
  'closed',
  'cancelled',
  'noShow',
  'lateCancel',
] as const;
export const VisitStage = z.enum(stages);
export type VisitStage = z.output<typeof VisitStage>;

export const stageNames: Record<VisitStage, string> = {
  scheduled: 'Scheduled',
  confirmed: 'Confirmed',
  checkedIn: 'Arrived',
  inProgress: 'In progress',
  review: 'To finish',
  billing: 'To bill',
  submitted: 'Submitted',
  closed: 'Closed',
  cancelled: 'Canceled',
  noShow: 'No-show',
  lateCancel: 'Late cancel',
};

const notThere: readonly VisitStage[] = ['cancelled', 'noShow', 'lateCancel'];

/** Cancelled and missed visits take no place. */
export function takesPlace({ stage }: { stage: VisitStage }): boolean {
  return !notThere.includes(stage);
}
