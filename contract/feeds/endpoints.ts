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
    noChart: 'About the caller’s own link.',
    summary: 'Returns whether the caller has a calendar link, and when it was last read.',
    input: z.strictObject({}),
    reply: FeedState,
  },
  make: {
    call: 'POST /account/calendarFeed',
    access: {},
    noChart: 'About the caller’s own link.',
    summary: 'Creates a secret calendar link and returns it once. An earlier link stops working.',
    input: z.strictObject({}),
    reply: z.object({ url: z.string(), feed: CalendarFeed }),
  },
  end: {
    call: 'POST /account/calendarFeed/end',
    access: {},
    noChart: 'About the caller’s own link.',
    summary: 'Ends the caller’s calendar link.',
    input: z.strictObject({}),
    reply: z.object({ ended: z.boolean() }),
  },
} as const satisfies OnlineTable;
