import { showDate, showTime } from '#contract/base/dates.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { refusedIn } from '#contract/scheduling/refused-bookings.ts';
import type { SeriesBooking, VisitChanges } from '#contract/visits/endpoints.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { gridWords } from '#features/scheduling/waitlist/grid-choice.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import { customDaysBetween } from '#local/reads/scheduling.ts';
import type { Fact } from './call-facts.ts';
import { freshCall } from './fresh-call.ts';

const bookings = [
  'visits.create',
  'visits.createSeries',
  'visits.reschedule',
  'visits.remove',
  'scheduling.saveNonPatientVisit',
];

/** Where in the calendar a refused booking is looked at: of a series, the first visit that does not fit. */
export function dayOfCall({ name, input, current }: ParkedCall, visit: Visit | undefined): string | undefined {
  if (name === 'scheduling.createCustomDays') return daysIn(input)[0]?.day;
  if (name === 'scheduling.removeNonPatientVisit') return ((current ?? {}) as Place).Start?.slice(0, 10);
  if (!bookings.includes(name)) return undefined;
  const refused = refusedIn(current).map(({ VisitId }) => VisitId);
  const { Start } = visitsIn(input).find(({ VisitId }) => refused.includes(VisitId)) ?? bookingOf(input);
  return (Start ?? visit?.Start)?.slice(0, 10);
}

/** When, where and with whom a refused call would have booked, against where the visit is now. */
export async function bookingFacts(call: ParkedCall, visit: Visit | undefined): Promise<Fact[]> {
  const { input } = call;
  if (call.name === 'visits.createSeries') return seriesFacts(call);
  return placeFacts(input, bookingOf(input), visit);
}

type Place = Partial<Pick<Visit, 'Start' | 'End' | 'ProviderId' | 'FacilityId' | 'VisitTypeName'>>;

async function placeFacts(input: ParkedCall['input'], mine: Partial<VisitChanges>, visit?: Place): Promise<Fact[]> {
  const wanted = { ...visit, ...mine };
  const facts = scopeFacts(input);
  if (mine.Start ?? mine.End) facts.push({ name: 'When', mine: spanOf(wanted), now: spanOf(visit) });
  if (mine.ProviderId && mine.ProviderId !== visit?.ProviderId)
    facts.push({
      name: 'Provider',
      mine: await providerOf(mine.ProviderId),
      now: await providerOf(visit?.ProviderId),
    });
  if (mine.FacilityId && mine.FacilityId !== visit?.FacilityId)
    facts.push({
      name: 'Facility',
      mine: await facilityOf(mine.FacilityId),
      now: await facilityOf(visit?.FacilityId),
    });
  if (mine.VisitTypeName !== undefined && mine.VisitTypeName !== visit?.VisitTypeName)
    facts.push({ name: 'Visit type', mine: mine.VisitTypeName, now: visit?.VisitTypeName ?? notBooked });
  return facts;
}

/** How many visits on which days, then each that does not fit with what stands against it. */
async function seriesFacts({ input, current }: ParkedCall): Promise<Fact[]> {
  const visits = visitsIn(input).toSorted((a, b) => a.Start.localeCompare(b.Start));
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) return [];
  const { Start: _start, End: _end, accepted: _accepted, ...place } = first;
  const days = `${showDate(first.Start)} to ${showDate(last.Start)}`;
  const refused = refusedIn(current);
  return [
    { name: 'When', mine: `${visits.length} visits, ${days}`, now: notBooked },
    ...(await placeFacts(input, place)),
    ...visits.flatMap((visit) => {
      const against = refused.filter(({ VisitId }) => VisitId === visit.VisitId).map(({ sentence }) => sentence);
      return against.length === 0 ? [] : [{ name: 'Does not fit', mine: spanOf(visit), now: against.join(' ') }];
    }),
  ];
}

/** A meeting, a break or a block as it was written, against the one this device holds. */
export async function blockFacts(call: ParkedCall): Promise<Fact[]> {
  const { input } = freshCall(call, undefined);
  const before = await readRow('nonPatientVisits', String(input['id']));
  const { Title } = input as { Title?: string | null };
  const titled = Title ? [{ name: 'Title', mine: Title, now: before ? (before.Title ?? '-') : notBooked }] : [];
  return [...titled, ...(await placeFacts(input, input as VisitChanges, before))];
}

/** A meeting, a break or a block that was to be removed, against where it is now. */
export function removedFacts({ base, current }: ParkedCall): Fact[] {
  return [{ name: 'When', mine: `Remove ${spanOf(base)}`, now: spanOf((current ?? {}) as Place) }];
}

/** What somebody would wait for, against how it is now; only what differs. */
export async function requestFacts(call: ParkedCall): Promise<Fact[]> {
  const { current } = call;
  const { input } = freshCall(call, undefined);
  const [mine, now] = await Promise.all([requestWords(input), requestWords((current ?? {}) as Partial<VisitRequest>)]);
  return Object.keys(mine)
    .filter((name) => mine[name] !== now[name])
    .map((name) => ({ name, mine: mine[name] ?? '-', now: now[name] ?? '-' }));
}

/** What somebody waits for, by what each part of it is called. */
export async function requestWords(of: Partial<VisitRequest>): Promise<Record<string, string>> {
  return {
    Facility: await facilityOf(of.FacilityId),
    Provider: of.ProviderId === null ? 'Anyone' : await providerOf(of.ProviderId),
    'Visit type': of.VisitTypeName ?? '-',
    Minutes: String(of.Minutes ?? '-'),
    Times: of.grid ? gridWords(of.grid) : '-',
    Priority: String(of.Priority ?? '-'),
    'Last day': of.Expires ? showDate(of.Expires) : '-',
    Note: of.Note ?? '-',
  };
}

/** Each day of a schedule, against what the server told of it, or else what this device holds. */
export async function dayFacts({ input, current }: ParkedCall): Promise<Fact[]> {
  const { customDays: told } = (current ?? {}) as { customDays?: CustomDay[] };
  const facts = daysIn(input).map(async ({ ProviderId, day, blocks, isRemoved }): Promise<Fact> => {
    const there = told ?? (await customDaysBetween(day, day));
    const now = there.find((one) => one.ProviderId === ProviderId && one.day === day);
    const mine = isRemoved ? weeklyHours : hoursOf(blocks);
    return {
      name: await providerOf(ProviderId),
      mine: `${showDate(day)}, ${mine}`,
      now: now ? hoursOf(now.blocks) : weeklyHours,
    };
  });
  return Promise.all(facts);
}

const weeklyHours = 'hours of the week';

function hoursOf(blocks: CustomDay['blocks']): string {
  if (blocks.length === 0) return 'no hours';
  return blocks.map(({ start, end }) => `${showTime(`T${start}`)} to ${showTime(`T${end}`)}`).join(' and ');
}

type QueuedDay = Pick<CustomDay, 'ProviderId' | 'day' | 'blocks'> & { isRemoved?: boolean };

function daysIn({ customDayProviderSchedules: days }: ParkedCall['input']): QueuedDay[] {
  return (days as QueuedDay[] | undefined) ?? [];
}

/** The visits of a series that a call books. */
export function visitsIn({ visits }: ParkedCall['input']): SeriesBooking[] {
  return (visits as SeriesBooking[] | undefined) ?? [];
}

const scopeWords: Record<Exclude<SeriesScope, 'this'>, string> = {
  following: 'This and the following visits',
  all: 'All visits of the series that have not begun',
};

/** Of a series, what else a call is for than the visit it names. */
export function scopeFacts({ which }: ParkedCall['input']): Fact[] {
  if (which !== 'following' && which !== 'all') return [];
  return [{ name: 'For', mine: scopeWords[which], now: '-' }];
}

const notBooked = 'Not booked';

/** Of a series, its first visit. */
function bookingOf(input: ParkedCall['input']): VisitChanges {
  const { changes } = input as { changes?: VisitChanges };
  return changes ?? visitsIn(input)[0] ?? (input as VisitChanges);
}

function spanOf(visit: { Start?: string | undefined; End?: string | undefined } | undefined): string {
  if (!visit?.Start) return notBooked;
  const until = visit.End === undefined ? '' : ` to ${showTime(visit.End)}`;
  return `${showDate(visit.Start)}, ${showTime(visit.Start)}${until}`;
}

export async function providerOf(id: string | undefined): Promise<string> {
  if (id === undefined) return notBooked;
  const provider = await readRow('providers', id);
  return provider ? providerName(provider) : 'Somebody who is not on this device';
}

export async function facilityOf(id: string | undefined): Promise<string> {
  if (id === undefined) return notBooked;
  const facility = await readRow('facilities', id);
  return facility ? facilityName(facility) : 'One that is not on this device';
}
