import type { IssueCode } from '#contract/scheduling/issue.ts';
import { acceptableOf, refusedIn } from '#contract/scheduling/refused-bookings.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { recordIn } from '#local/outbox/record-in.ts';
import { visitsIn } from './booking-facts.ts';

/** A call as it could be sent instead of a refused booking, with those held back that it still carries. */
type Way = { label: string; input: ParkedCall['input']; held: readonly ParkedCall[] };

/** Ways on from a booking that something stands against, as the refusal told it. */
export function waysToBook(call: ParkedCall, held: readonly ParkedCall[], input: ParkedCall['input']): Way[] {
  const issues = refusedIn(call.current);
  if (issues.length === 0) return [];
  const fitting = call.name === 'visits.createSeries' ? thoseThatFit(call, held, input) : [];
  if (acceptableOf(issues) === null) return fitting;
  return [{ label: 'Book anyway', input: accepting(issues, input), held }, ...fitting];
}

/** Of a series, each visit in spite of what was said of that one alone. */
function accepting(issues: ReturnType<typeof refusedIn>, input: ParkedCall['input']): ParkedCall['input'] {
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

/** What was held back for a visit that is not booked now stays for a person to decide. */
function thoseThatFit({ current }: ParkedCall, held: readonly ParkedCall[], input: ParkedCall['input']): Way[] {
  const refused = new Set<string | null>(refusedIn(current).map(({ VisitId }) => VisitId));
  const visits = visitsIn(input).filter(({ VisitId }) => !refused.has(VisitId));
  if (visits.length === 0) return [];
  const along = held.filter((one) => !refused.has(recordIn(one.input)));
  return [{ label: `Book those that fit (${visits.length})`, input: { ...input, visits }, held: along }];
}
