import { addDays, showDate } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import {
  indexFacts,
  type BookedTime,
  type BookedVisit,
  type Booking,
  type BookingFacts,
} from '#contract/scheduling/booking-facts.ts';
import { issuesIn } from '#contract/scheduling/booking-issues.ts';
import { refusing, type Issue, type IssueCode } from '#contract/scheduling/issue.ts';
import { daysOf } from '#contract/scheduling/wall-time.ts';
import type { Tx } from '#server/kit/context.ts';
import { customDaysIn, facilitiesNamed, holidaysIn, providersNamed } from './rows.ts';

type Wish = {
  /** Objections that somebody saw and books in spite of; the same of all, or of each by its id. */
  accepted: readonly IssueCode[] | ((VisitId: string | null) => readonly IssueCode[]);
  /** What the refusal shows as it is now, beside what stands against each booking. */
  current?: object | null;
};

/**
 * Holds the days of the providers, the patients and the rooms until the transaction ends, and refuses what does not fit
 * together with all that is booked. Of several bookings each counts for those after it; where they are known rows, their
 * former places do not count.
 */
export async function assertFree(tx: Tx, bookings: readonly Booking[], { accepted, current }: Wish): Promise<void> {
  if (bookings.length === 0) return;
  await holdSlots(tx, bookings);
  const facts = indexFacts(await factsFor(tx, bookings));
  const acceptedOf = typeof accepted === 'function' ? accepted : () => accepted;
  const refused: Refused[] = [];
  for (const booking of bookings) {
    const issues = refusing(issuesIn(booking, facts), acceptedOf(booking.VisitId));
    if (issues.length > 0) refused.push({ booking, issues });
    else if (booking.VisitId !== null) facts.add({ ...booking, VisitId: booking.VisitId });
  }
  if (refused.length === 0) return;
  fail('user-visible', refusalOf(refused, bookings.length), { current: { ...current, issues: told(refused) } });
}

type Refused = { booking: Booking; issues: Issue[] };

/** As contract/scheduling/refused-bookings.ts reads it. */
function told(refused: readonly Refused[]): { VisitId: string | null; code: IssueCode; sentence: string }[] {
  return refused.flatMap(({ booking: { VisitId }, issues }) =>
    issues.map(({ code, sentence }) => ({ VisitId, code, sentence })),
  );
}

function refusalOf(refused: readonly Refused[], of: number): string {
  const [first] = refused;
  const sentences = first?.issues.map(({ sentence }) => sentence).join(' ') ?? '';
  if (of === 1) return `${sentences} Nothing was booked.`;
  const day = first?.booking.Start.slice(0, 10) ?? '';
  const count =
    refused.length === 1 ? `One of ${of} visits has a conflict` : `${refused.length} of ${of} visits have a conflict`;
  return `${count}. ${showDate(day)}: ${sentences} Nothing was booked.`;
}

async function holdSlots(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  const keys = bookings.flatMap((booking) => [
    ...daysOf(booking).map((day) => `provider ${booking.ProviderId} ${day}`),
    ...(booking.PatientId === null ? [] : [`patient ${booking.PatientId}`]),
    ...(booking.RoomId === null ? [] : [`room ${booking.RoomId}`]),
  ]);
  await holdInTurn(tx, keys);
}

/**
 * Until this transaction ends, nobody else goes on with one of these. In one order for everybody, so that nobody waits
 * for somebody who waits for them.
 */
export async function holdInTurn(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.rows(
    `select pg_advisory_xact_lock(lock) from (
       select distinct hashtextextended('slot ' || app_site() || ' ' || key, 0) as lock
       from unnest($1::text[]) as key order by 1) as slots`,
    [keys],
  );
}

async function factsFor(tx: Tx, bookings: readonly Booking[]): Promise<BookingFacts> {
  const days = bookings.flatMap(daysOf).toSorted();
  const first = days[0] ?? '';
  const until = addDays(days.at(-1) ?? first, 1);
  // What began the day before may last into it.
  const around = [addDays(first, -1), until];
  const own = new Set(bookings.map((booking) => booking.VisitId));
  const ProviderIds = unique(bookings.map((booking) => booking.ProviderId));
  const visits = await tx.rows<BookedVisit>(`select * from booked_beside($1, $2, $3, $4, $5)`, [
    ProviderIds,
    unique(bookings.map((booking) => booking.PatientId)),
    unique(bookings.map((booking) => booking.RoomId)),
    ...around,
  ]);
  const meetings = await tx.rows<BookedTime>(`select * from meetings_beside($1, $2, $3)`, [ProviderIds, ...around]);
  const here = [...visits, ...meetings, ...bookings];
  return {
    visits: visits.filter((visit) => !own.has(visit.VisitId)),
    nonPatientVisits: meetings.filter((meeting) => !own.has(meeting.NonPatientVisitId)),
    providers: await providersNamed(tx, unique(here.map((one) => one.ProviderId))),
    facilities: await facilitiesNamed(tx, unique(here.map((one) => one.FacilityId))),
    customDays: await customDaysIn(tx, ProviderIds, { from: first, until }),
    holidays: await holidaysIn(tx, { from: first, until }),
    // They only tell; whoever books has seen it, and nothing is refused for them.
    cases: [],
    authorizations: [],
    scripts: [],
    known: null,
  };
}

function unique<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))];
}
