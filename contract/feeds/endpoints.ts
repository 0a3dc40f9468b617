import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';

export const CalendarFeed = z.object({
  createdAt: Instant,
  /** When a calendar last asked for it, by the minute; null if none did. */
  usedAt: Instant.nullable(),
});
export type CalendarFeed = z.output<typeof CalendarFeed>;

export const FeedState = z.object({
  /** Null while there is none. */
  feed: CalendarFeed.nullable(),
  /** Whether the caller has visits of their own at all. */
  isProvider: z.boolean(),
});
export type FeedState = z.output<typeof FeedState>;

/** The secret calendar address of a user (iCalendar, RFC 5545); what is read there is served by feeds/routes.ts. */
export const feedEndpoints = {
  get: {
    call: 'GET /account/calendarFeed',
    access: {},
    summary: "Whether the caller's calendar can be read at a secret address, and when it last was.",
    input: z.strictObject({}),
    reply: FeedState,
  },
  make: {
    call: 'POST /account/calendarFeed',
    access: {},
    summary: "Makes the secret address of the caller's calendar and tells it this once; an earlier one ends.",
    input: z.strictObject({}),
    reply: z.object({ url: z.string(), feed: CalendarFeed }),
  },
  end: {
    call: 'POST /account/calendarFeed/end',
    access: {},
    summary: "Ends the secret address of the caller's calendar.",
    input: z.strictObject({}),
    reply: z.object({ ended: z.boolean() }),
  },
} as const satisfies OnlineTable;
