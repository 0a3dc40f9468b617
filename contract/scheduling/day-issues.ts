import { showDate, showTime } from '../base/dates.ts';
import { facilityName } from '../facilities/facility.ts';
import { weekdays } from '../providers/provider-fields.ts';
import {
  facilityOf,
  nameOf,
  providerOf,
  type BookingProvider,
  type Booking,
  type BookingFacts,
} from './booking-facts.ts';
import { issue, type Issue } from './issue.ts';
import { doubledWords, skippedWords } from './clock-changes.ts';
import { dayOf, overlap, showSpan, weekdayOf } from './wall-time.ts';
import { openSpans, wholeDay, workingDay, type OffTime, type WorkingDay } from './working-day.ts';

/** What of the provider's day stands against a booking: holidays, time off, days and hours not worked. */
export function dayIssues(booking: Booking, facts: BookingFacts): Issue[] {
  const day = dayOf(booking.Start);
  const clocks = clockIssues(booking, facts);
  if (clocks.some(({ code }) => code === 'no-such-time')) return clocks;
  const provider = providerOf(facts, booking.ProviderId);
  if (!provider) return [...clocks, ...unknownIssues(day, facts)];
  const { FacilityId } = booking;
  const working = workingDay({ ...facts, provider, day, FacilityId });
  const off = working.off.filter((one) => overlap(one, booking));
  const holiday = off.find((one) => one.kind === 'holiday');
  return [
    ...timeOffIssues(booking, facts, off),
    ...(holiday ? [issue('holiday', `${clinicName(booking, facts)} is closed that day: ${holiday.why}.`)] : []),
    ...(holiday ? [] : hoursIssues(booking, facts, provider, working)),
    ...clocks,
    ...unknownIssues(day, facts),
  ];
}

/** In the nights the clocks change, an hour of the wall does not come, or comes twice. */
function clockIssues({ FacilityId, Start, End }: Booking, facts: BookingFacts): Issue[] {
  const zone = facilityOf(facts, FacilityId)?.TimeZone;
  if (zone === undefined) return [];
  const skipped = skippedWords([Start, End], zone);
  if (skipped !== null) return [issue('no-such-time', skipped)];
  const doubled = doubledWords([Start, End], zone);
  return doubled === null ? [] : [issue('time-twice', doubled)];
}

function timeOffIssues(booking: Booking, facts: BookingFacts, off: readonly OffTime[]): Issue[] {
  const [first] = off.filter((one) => one.kind === 'time-off');
  if (!first) return [];
  const name = nameOf(facts, booking.ProviderId);
  return [issue('time-off', `${name} is off ${offWords(first, dayOf(booking.Start))}.`)];
}

function offWords(off: OffTime, day: string): string {
  const { Start, End } = wholeDay(day);
  if (off.Start === Start && off.End === End) return 'all day';
  if (off.Start === Start) return `until ${showTime(off.End)}`;
  return off.End === End ? `from ${showTime(off.Start)} on` : showSpan(off);
}

function hoursIssues(
  booking: Booking,
  facts: BookingFacts,
  provider: BookingProvider,
  { blocks, from }: WorkingDay,
): Issue[] {
  const name = nameOf(facts, booking.ProviderId);
  const day = dayOf(booking.Start);
  if (blocks.length === 0) {
    // Whoever has no hours at all has not been asked for them yet.
    if (from === 'week' && provider.Schedule.every((one) => one.length === 0)) {
      return [issue('outside-hours', `${name} has no working hours yet.`)];
    }
    const when = from === 'week' ? `on ${weekdays[weekdayOf(day)]}s` : `on ${showDate(day)}`;
    return [issue('closed-day', `${name} does not work at ${clinicName(booking, facts)} ${when}.`)];
  }
  const open = openSpans(day, blocks);
  if (open.some((span) => span.Start <= booking.Start && booking.End <= span.End)) return [];
  return [issue('outside-hours', `${name} works ${open.map(showSpan).join(' and ')} that day.`)];
}

function unknownIssues(day: string, { known }: BookingFacts): Issue[] {
  if (!known || (known.from <= day && day <= known.to)) return [];
  return [issue('not-known', `This device doesn’t have the other visits on ${showDate(day)}.`)];
}

function clinicName({ FacilityId }: Booking, facts: BookingFacts): string {
  const facility = facilityOf(facts, FacilityId);
  return facility ? facilityName(facility) : 'The clinic';
}
