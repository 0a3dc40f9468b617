import type { Conflict, ConflictLink, ConflictViews } from '#shared/conflict-views.ts';
import { ofNow } from '#sync/changes/fresh-call.ts';
import { blockDiff, removedBlockDiff } from './blocks/block-diff.ts';
import { bookingDiff, startOfBooking, seriesDiff } from './booking/booking-diff.ts';
import type { Place } from './booking/place-diff.ts';
import { dayDiff, daysIn, daysOverNow } from './days/day-diff.ts';
import { blockOver, isWithdrawn, requestOver } from './mine-over.ts';
import { requestDiff, withdrawnDiff } from './waitlist/request-diff.ts';

const links = (conflict: Conflict) => calendarOn(startOfBooking(conflict));

export const schedulingViews = {
  'visits.create': { title: 'Book a visit', diff: bookingDiff, links },
  'visits.createSeries': { title: 'Book a series of visits', diff: seriesDiff, links },
  'visits.reschedule': { title: 'Change when or where a visit is', diff: bookingDiff, links },
  'visits.remove': { title: 'Delete a visit', links },
  'visits.removeFuture': { title: 'Delete the future visits of a case' },
  'scheduling.createCustomDays': {
    title: 'Days of a schedule',
    diff: dayDiff,
    fresh: daysOverNow,
    links: ({ call }) => calendarOn(daysIn(call.input)[0]?.day),
  },
  'scheduling.saveNonPatientVisit': { title: 'Time without a patient', diff: blockDiff, fresh: blockOver, links },
  'scheduling.removeNonPatientVisit': {
    title: 'Delete a time without a patient',
    diff: removedBlockDiff,
    fresh: ofNow,
    links: ({ call }) => calendarOn(((call.current ?? {}) as Place).Start),
  },
  'scheduling.saveVisitRequest': {
    title: 'Place on the waitlist',
    diff: requestDiff,
    fresh: requestOver,
    ways: (again, { call }) => [
      isWithdrawn(call) && again.held.length === 0 ? { ...again, label: 'Put back on the waitlist' } : again,
    ],
  },
  'scheduling.withdrawVisitRequest': { title: 'Take off the waitlist', diff: withdrawnDiff, fresh: ofNow },
} satisfies Partial<ConflictViews>;

function calendarOn(at: string | undefined): ConflictLink[] {
  const day = at?.slice(0, 10);
  return day === undefined ? [] : [{ label: 'Show in the calendar', path: `/scheduling?view=day&date=${day}` }];
}
