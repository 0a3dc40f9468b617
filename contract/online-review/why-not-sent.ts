import type { Refusal } from '../messages/may-send.ts';

/** A patient is asked for a review at most once in so many days. */
export const askForReviewDays = 180;
/** How long a link to the review page works. */
export const reviewLinkDays = 30;

/** One way the clinic writes by: whether the chart has an address for it, and why nothing may go there. */
export type Way = { hasAddress: boolean; refusal: Refusal | null };

export type Asked = {
  isDeceased: boolean;
  hasSites: boolean;
  /** The day (MM/DD/YYYY) from which the patient may be asked again; null: now. */
  askableFrom: string | null;
  ways: readonly Way[];
};

/** Why a patient is not asked for a review, as one reason; null where they are. What they think of their care is no part of it. */
export function reviewReason({ isDeceased, hasSites, askableFrom, ways }: Asked): string | null {
  if (isDeceased) return 'The patient is deceased.';
  if (!hasSites) return 'This facility has no review sites yet. Add them in Company, Online reviews.';
  if (askableFrom !== null)
    return `The patient was asked less than ${askForReviewDays} days ago. The next link can be sent on ${askableFrom}.`;
  if (ways.every(({ hasAddress }) => !hasAddress)) return 'The chart has no email or mobile phone.';
  const reached = ways.filter(({ hasAddress }) => hasAddress);
  if (reached.some(({ refusal }) => refusal === null)) return null;
  if (reached.some(({ refusal }) => refusal === 'stopped')) return 'The patient opted out of review requests.';
  return 'The patient has not agreed to review requests by the ways this clinic uses.';
}

/** Spec 8. */
export function unableToSend(reason: string): string {
  return `Unable to send. ${reason}`;
}
