import type { LinkPurpose } from '../patient-login/principal.ts';

/**
 * What the page of each link asks the server for by being opened, with nothing pressed: so much a scanner does that opens
 * every link of a mail and runs its scripts. Tests of the pages hold that it is no more, tests of the server that it
 * changes nothing.
 */
export const callsOnOpening: Record<LinkPurpose, readonly `POST /${string}`[]> = {
  visit: ['POST /messages/link'],
  visits: ['POST /messages/link'],
  preferences: ['POST /messages/link'],
  offer: ['POST /messages/link', 'POST /actionFillRequest/read'],
  intake: ['POST /messages/link'],
  hep: ['POST /messages/link'],
  survey: ['POST /messages/link', 'POST /survey/read'],
  review: ['POST /messages/link', 'POST /onlineReview/page'],
  pay: ['POST /messages/link'],
  book: ['POST /messages/link'],
  checkin: ['POST /messages/link'],
  unsubscribe: ['POST /messages/link'],
};
