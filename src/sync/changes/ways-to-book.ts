import type { IssueCode } from '#contract/scheduling/issue.ts';
import { acceptableOf, refusedIn, type RefusedBookings } from '#contract/scheduling/refused-bookings.ts';
import type { SeriesBooking } from '#contract/visits/endpoints.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { recordIn } from '#local/outbox/record-in.ts';
import type { Way } from '#shared/conflict-views.ts';

type Issues = RefusedBookings['issues'];

/** Ways on from a refusal that says what stands against a booking, beside sending it again as it is. */
export function waysToBook({ current }: ParkedCall, way: Way): Way[] {
  const { again, held } = way;
  const issues = refusedIn(current);
  if (issues.length === 0) return [];
  const fitting = thoseThatFit(issues, way);
  if (acceptableOf(issues) === null) return fitting;
  return [{ label: 'Book anyway', again: { ...again, input: accepting(issues, again.input) }, held }, ...fitting];
}

/** The visits of a series that a call books. */
export function visitsIn({ visits }: ParkedCall['input']): SeriesBooking[] {
  return (visits as SeriesBooking[] | undefined) ?? [];
}

/** Of a series, each visit in spite of what was said of that one alone. */
function accepting(issues: Issues, input: ParkedCall['input']): ParkedCall['input'] {
  const before = (input['accepted'] as IssueCode[] | undefined) ?? [];
  const visits = visitsIn(input).map((visit) => {
    const own = issues.filter(({ VisitId }) => VisitId === visit.VisitId);
    return { ...visit, accepted: unique([...(visit.accepted ?? before), ...own.map(({ code }) => code)]) };
  });
  if (visits.length > 0) return { ...input, visits };
  return { ...input, accepted: unique([...before, ...issues.map(({ code }) => code)]) };
}

function unique(codes: readonly IssueCode[]): IssueCode[] {
  return [...new Set(codes)];
}

/** Of a series; what was held back for a visit that is not booked now stays for a person to decide. */
function thoseThatFit(issues: Issues, { again, held }: Way): Way[] {
  const refused = new Set<string | null>(issues.map(({ VisitId }) => VisitId));
  const visits = visitsIn(again.input).filter(({ VisitId }) => !refused.has(VisitId));
  if (visits.length === 0) return [];
  const along = held.filter((one) => !refused.has(recordIn(one.input)));
  return [
    {
      label: `Book visits without conflicts (${visits.length})`,
      again: { ...again, input: { ...again.input, visits } },
      held: along,
    },
  ];
}
