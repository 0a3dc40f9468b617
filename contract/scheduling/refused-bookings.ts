import { z } from 'zod';
import { VisitId } from '../base/ids.ts';
import { BookingIssueCode } from './issue-code.ts';
import { acceptable, severityOf, type IssueCode } from './issue.ts';

/** What a refusal of bookings carries: everything that stands against each of them. */
const RefusedBookings = z.object({
  issues: z.array(z.object({ VisitId: VisitId.nullable(), code: BookingIssueCode, sentence: z.string() })).min(1),
});
export type RefusedBookings = z.output<typeof RefusedBookings>;

/** What stood against the bookings of a refused call, if it was that. */
export function refusedIn(current: unknown): RefusedBookings['issues'] {
  return RefusedBookings.safeParse(current).data?.issues ?? [];
}

/** What has to be accepted to book in spite of it all; null when something hard is among it. */
export function acceptableOf(issues: RefusedBookings['issues']): IssueCode[] | null {
  const codes = acceptable(issues.map((one) => ({ ...one, severity: severityOf(one.code) })));
  return codes && [...new Set(codes)];
}
