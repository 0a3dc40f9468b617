import { fail } from '#contract/base/errors.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { facilityOf, siteOf } from '#server/features/messages/store.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { calendarText } from '#server/kit/calendar/icalendar.ts';
import type { Tx } from '#server/kit/context.ts';

/** A visit as the calendar file of its patient; it replaces an older one of the same visit in the calendar. */
export async function visitCalendar(tx: Tx, site: string, visit: Visit): Promise<string> {
  const facility = await facilityOf(tx, visit.FacilityId);
  if (!facility) fail('not-found', refusals.visitGone.en);
  const clinic = facilitySettingsFrom(facility).patient_mail_name ?? (await siteOf(tx)).Name;
  const event = {
    uid: `${sha256(`patient calendar ${site} ${visit.VisitId}`).slice(0, 32)}@mainstay`,
    sequence: Math.floor((Date.parse(visit.updated_at) - Date.UTC(2020, 0)) / 1_000),
    changedAt: visit.updated_at,
    zone: facility.TimeZone,
    Start: visit.Start,
    End: visit.End,
    // Others see calendars: the clinic and no more.
    summary: clinic,
    location: [facility.Name, facility.Address1, facility.City].filter(Boolean).join(', '),
    isCancelled: !takesPlace(visit),
  };
  return calendarText(clinic, [event]);
}
