import { fail } from '#contract/base/errors.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { calendarText } from '#server/kit/calendar/icalendar.ts';
import type { Tx } from '#server/kit/context.ts';
import { clinicOf } from '#server/kit/messages/write-message.ts';

/** A visit as the calendar file of its patient; it replaces an older one of the same visit in the calendar. */
export async function visitCalendar(tx: Tx, site: string, visit: Visit): Promise<string> {
  const facility = await tx.maybe<{ place: string }>(
    `select concat_ws(', ', nullif(coalesce("LastName", "FirstName"), ''), nullif("Address1", ''), nullif("City", '')) as place
     from facilities where site = app_site() and "FacilityId" = $1`,
    [visit.FacilityId],
  );
  if (!facility) fail('not-found', refusals.visitGone.en);
  const { FacilityId } = visit;
  const { name, timeZone } = await clinicOf(tx, site, { FacilityId });
  const event = {
    uid: `${sha256(`patient calendar ${site} ${visit.VisitId}`).slice(0, 32)}@mainstay`,
    sequence: Math.floor((Date.parse(visit.updated_at) - Date.UTC(2020, 0)) / 1_000),
    changedAt: visit.updated_at,
    zone: timeZone,
    Start: visit.Start,
    End: visit.End,
    // Others see calendars: the clinic and no more.
    summary: name,
    location: facility.place,
    isCancelled: !takesPlace(visit),
  };
  return calendarText(name, [event]);
}
