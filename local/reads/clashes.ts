import { clashIssues } from '#contract/scheduling/clash-issues.ts';
import { indexFacts, type Booking, type IndexedFacts } from '#contract/scheduling/booking-facts.ts';
import { issuesIn } from '#contract/scheduling/booking-issues.ts';
import { acceptable, type IssueCode } from '#contract/scheduling/issue.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { whileOpen } from '../store/device.ts';
import { bookingFacts } from './scheduling.ts';

async function factsFor({ Start, End }: Booking, CaseId: Booking['CaseId']): Promise<IndexedFacts> {
  return indexFacts(await bookingFacts({ from: dayOf(Start), to: dayOf(End), CaseId }));
}

/**
 * What a booking stands in spite of before it is changed: all that its undo may accept again. A press asks for it ahead of
 * what it waits for first, so that its failure belongs to nobody until then.
 */
export function stoodAgainst(booking: Booking): Promise<IssueCode[]> {
  const stood = whileOpen(async () => {
    try {
      return acceptable(issuesIn(booking, await factsFor(booking, booking.CaseId))) ?? [];
    } catch {
      // Then the server says what stands there.
      return [];
    }
  });
  stood.catch(() => undefined);
  return stood;
}

/** Throws with a sentence where others have the time of a visit that is to be put back, as this device knows it. */
export async function assertStillFree(visit: Visit): Promise<void> {
  const clashes = clashIssues(visit, await factsFor(visit, null));
  if (clashes.length === 0) return;
  const sentences = clashes.map(({ sentence }) => sentence).join(' ');
  throw new Error(`${sentences} Copy the visit to book it at another time, or at this time anyway.`);
}
