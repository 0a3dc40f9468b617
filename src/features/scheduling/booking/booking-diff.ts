import { showDate } from '#contract/base/dates.ts';
import { refusedIn } from '#contract/scheduling/refused-bookings.ts';
import type { VisitChanges } from '#contract/visits/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { Conflict } from '#shared/conflict-views.ts';
import { visitsIn } from '#sync/changes/ways-to-book.ts';
import { notBooked } from '#sync/field-words.ts';
import { scopeDiff } from '#sync/scope-diff.ts';
import { placeDiff, spanOf } from './place-diff.ts';

/** Where in the calendar a refused booking is looked at: of a series, the first visit that does not fit. */
export function startOfBooking({ call: { input, current }, visit }: Conflict): string | undefined {
  const refused = refusedIn(current).map(({ VisitId }) => VisitId);
  const { Start } = visitsIn(input).find(({ VisitId }) => refused.includes(VisitId)) ?? bookingOf(input);
  return Start ?? visit?.Start;
}

/** When, where and with whom a refused call would have booked, against where the visit is now. */
export async function bookingDiff({ input }: ParkedCall, visit: Visit | undefined): Promise<FieldDiff[]> {
  return [...scopeDiff(input), ...(await placeDiff(bookingOf(input), visit))];
}

/** How many visits on which days, then each that does not fit with what stands against it. */
export async function seriesDiff({ input, current }: ParkedCall): Promise<FieldDiff[]> {
  const visits = visitsIn(input).toSorted((a, b) => a.Start.localeCompare(b.Start));
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) return [];
  const { Start: _start, End: _end, accepted: _accepted, ...place } = first;
  const days = `${showDate(first.Start)} to ${showDate(last.Start)}`;
  const refused = refusedIn(current);
  return [
    { name: 'When', mine: `${visits.length} visits, ${days}`, now: notBooked },
    ...(await placeDiff(place)),
    ...visits.flatMap((visit) => {
      const against = refused.filter(({ VisitId }) => VisitId === visit.VisitId).map(({ sentence }) => sentence);
      return against.length === 0 ? [] : [{ name: 'Does not fit', mine: spanOf(visit), now: against.join(' ') }];
    }),
  ];
}

/** Of a series, its first visit. */
function bookingOf(input: ParkedCall['input']): VisitChanges {
  const { changes } = input as { changes?: VisitChanges };
  return changes ?? visitsIn(input)[0] ?? (input as VisitChanges);
}
