import { showDate, showTime } from '#contract/base/dates.ts';
import { placeOfBlock } from '#contract/scheduling/non-patient-visit.ts';
import { refusedIn } from '#contract/scheduling/refused-bookings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { Conflict, FreshCall } from '#shared/conflict-views.ts';
import { mineOver } from '#sync/changes/fresh-call.ts';
import { visitsIn } from '#sync/changes/ways-to-book.ts';
import { facilityOf, notBooked, providerOf, scopeDiff } from '#sync/field-words.ts';

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
      return against.length === 0 ? [] : [{ name: 'Conflicts', mine: spanOf(visit), now: against.join(' ') }];
    }),
  ];
}

/** Of a series, its first visit. */
function bookingOf(input: ParkedCall['input']): Place {
  const { changes } = input as { changes?: Place };
  return changes ?? visitsIn(input)[0] ?? input;
}

/** A meeting, a break or a block as I changed it, over how it is now. */
export function blockOver(call: ParkedCall): FreshCall {
  return mineOver(call, placeOfBlock);
}

/** One as it was written, against the one this device holds. */
export async function blockDiff(call: ParkedCall): Promise<FieldDiff[]> {
  const { input } = blockOver(call);
  const before = await readRow('nonPatientVisits', String(input['id']));
  const { Title } = input as { Title?: string | null };
  const titled = Title ? [{ name: 'Title', mine: Title, now: before ? (before.Title ?? '-') : notBooked }] : [];
  return [...titled, ...(await placeDiff(input, before))];
}

/** One that was to be removed, against where it is now. */
export function removedBlockDiff({ base, current }: ParkedCall): FieldDiff[] {
  return [{ name: 'When', mine: `Remove ${spanOf(base)}`, now: spanOf((current ?? {}) as Place) }];
}

/** Where and when a visit, a meeting or a block is. */
export type Place = Partial<Pick<Visit, 'Start' | 'End' | 'ProviderId' | 'FacilityId' | 'VisitTypeName'>>;

/** When, where and with whom something would be, against how it is now; only what was changed. */
async function placeDiff(mine: Place, now?: Place): Promise<FieldDiff[]> {
  const diff: FieldDiff[] = [];
  if (mine.Start ?? mine.End) diff.push({ name: 'When', mine: spanOf({ ...now, ...mine }), now: spanOf(now) });
  if (mine.ProviderId && mine.ProviderId !== now?.ProviderId)
    diff.push({ name: 'Provider', mine: await providerOf(mine.ProviderId), now: await providerOf(now?.ProviderId) });
  if (mine.FacilityId && mine.FacilityId !== now?.FacilityId)
    diff.push({ name: 'Facility', mine: await facilityOf(mine.FacilityId), now: await facilityOf(now?.FacilityId) });
  if (mine.VisitTypeName !== undefined && mine.VisitTypeName !== now?.VisitTypeName)
    diff.push({ name: 'Visit type', mine: mine.VisitTypeName, now: now?.VisitTypeName ?? notBooked });
  return diff;
}

function spanOf(at: Place | undefined): string {
  if (!at?.Start) return notBooked;
  const until = at.End === undefined ? '' : ` to ${showTime(at.End)}`;
  return `${showDate(at.Start)}, ${showTime(at.Start)}${until}`;
}
