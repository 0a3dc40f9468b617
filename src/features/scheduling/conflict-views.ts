import { lazy } from 'react';
import type { Conflict, ConflictLink, ConflictViews } from '#shared/conflict-views.ts';
import { ofNow } from '#sync/changes/fresh-call.ts';
import {
  blockDiff,
  blockOver,
  bookingDiff,
  removedBlockDiff,
  seriesDiff,
  startOfBooking,
  type Place,
} from './booking/booking-diff.ts';
import { dayDiff, daysIn, daysOverNow } from './days/day-diff.ts';
import { isWithdrawn, requestDiff, requestOver, withdrawnDiff } from './waitlist/request-diff.ts';

const ResendBlock = lazy(async () => ({ default: (await import('./blocks/resend-block.tsx')).ResendBlock }));
const ResendDays = lazy(async () => ({ default: (await import('./days/resend-days.tsx')).ResendDays }));
const ResendRequest = lazy(async () => ({
  default: (await import('./waitlist/resend-request.tsx')).ResendRequest,
}));

const link = (conflict: Conflict) => calendarOn(startOfBooking(conflict));

export const schedulingViews = {
  'visits.create': { title: 'Book a visit', diff: bookingDiff, link },
  'visits.createSeries': { title: 'Book a series of visits', diff: seriesDiff, link },
  'visits.reschedule': { title: 'Change a visit’s time or place', diff: bookingDiff, link },
  'visits.remove': { title: 'Delete a visit', link },
  'visits.removeFuture': { title: 'Delete the future visits of a case' },
  'scheduling.createCustomDays': {
    title: 'Schedule days',
    diff: dayDiff,
    fresh: daysOverNow,
    ResendForm: ResendDays,
    link: ({ call }) => calendarOn(daysIn(call.input)[0]?.day),
  },
  'scheduling.saveNonPatientVisit': {
    title: 'Block',
    diff: blockDiff,
    fresh: blockOver,
    link,
    ResendForm: ResendBlock,
  },
  'scheduling.removeNonPatientVisit': {
    title: 'Delete a block',
    diff: removedBlockDiff,
    fresh: ofNow,
    link: ({ call }) => calendarOn(((call.current ?? {}) as Place).Start),
  },
  'scheduling.saveVisitRequest': {
    title: 'Waitlist entry',
    diff: requestDiff,
    fresh: requestOver,
    ResendForm: ResendRequest,
    ways: (again, { call }) => [
      isWithdrawn(call) && again.held.length === 0 ? { ...again, label: 'Add back to the waitlist' } : again,
    ],
  },
  'scheduling.withdrawVisitRequest': { title: 'Remove from the waitlist', diff: withdrawnDiff, fresh: ofNow },
} satisfies Partial<ConflictViews>;

function calendarOn(at: string | undefined): ConflictLink | null {
  const day = at?.slice(0, 10);
  return day ? { label: 'Show in the calendar', path: `/scheduling?view=day&date=${day}` } : null;
}
