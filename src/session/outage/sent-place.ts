import { draftKeys } from '#local/drafts/drafts.ts';

/** Of the list of what an outage left to be sent: sealed like a half-written text, so that its owner alone reads it. */
export const sentPlace = 'outage-sent';

/** Whether there is such a list; without one, nothing of what it takes is loaded. */
export async function hasSentList(): Promise<boolean> {
  return (await draftKeys()).includes(sentPlace);
}
