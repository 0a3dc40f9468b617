import { showDate } from '../base/dates.ts';

/** spec 5 */
export const closedPeriodSentence = 'You cannot select dates inside a period that has been closed.';

/** Whether a day lies in the closed billing period; closing a day closes it and everything before it. */
export function isClosed(day: string, closedPeriodEnd: string | null): boolean {
  return closedPeriodEnd !== null && day <= closedPeriodEnd;
}

/** Why a billing period cannot be closed through a day, or null. Days are `YYYY-MM-DD` of the clinic. */
export function closingRefusal(end: string | null, today: string): string | null {
  if (end === null || end < today) return null;
  return 'You can close only days before today. Today’s activity must still be posted.';
}

/** Why charges and claims of a visit's day can no longer change, or null. */
export function closedDayRefusal(day: string, closedPeriodEnd: string | null): string | null {
  if (!isClosed(day, closedPeriodEnd)) return null;
  return `This visit was on ${showDate(day)}. Billing is closed through ${showDate(closedPeriodEnd)}, so its charges and claims can’t change.`;
}
