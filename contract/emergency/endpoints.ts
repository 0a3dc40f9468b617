import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { EmergencyAccessId, PatientId, UserId } from '../base/ids.ts';
import { Line } from '../base/text.ts';

/** Characters under which a reason says nothing a reviewer could judge. */
export const shortestReason = 10;

export const EmergencyReason = Line(300).refine((text) => text.length >= shortestReason, {
  error: `must be at least ${shortestReason} characters`,
});

/** One use of emergency access: a reason, and every chart that was opened with it. */
export const EmergencyAccess = z.object({
  id: EmergencyAccessId,
  UserId,
  userName: z.string(),
  reason: z.string(),
  /** The device was without a server. */
  offline: z.boolean(),
  /** When the reason was typed, by the clock of the device. */
  startedAt: Instant,
  /** When what was asked for ended or will, by the server's clock; null for what a device opened without one. */
  until: Instant.nullable(),
  /** By the server's clock: only then it is reviewed. */
  isOver: z.boolean(),
  /** Of how many more patients something was shown in lists or sent to the device; the audit log names them. */
  listed: z.int(),
  charts: z.array(
    z.object({
      PatientId,
      name: z.string().nullable(),
      openedAt: Instant,
      /** A device told of it only after the access was reviewed: it is to be reviewed as well. */
      afterReview: z.boolean(),
    }),
  ),
});
export type EmergencyAccess = z.output<typeof EmergencyAccess>;

export const emergencyEndpoints = {
  record: {
    call: 'POST /emergency/accesses',
    access: {},
    onDashboard: true,
    queueable: true,
    noChart: 'Records that a chart was opened. Returns no data.',
    summary: 'Records that a chart was opened under emergency access. It is audited and needs a review.',
    input: z.strictObject({
      id: EmergencyAccessId,
      PatientId,
      reason: EmergencyReason,
      startedAt: Instant,
      openedAt: Instant,
      offline: z.boolean(),
    }),
    reply: z.object({ recorded: z.boolean() }),
  },
  list: {
    call: 'GET /emergency/accesses',
    access: { all: ['manage users'] },
    noChart: 'Charts that other people opened, for reviewers.',
    summary: 'Lists unreviewed emergency access with a chart, oldest first, at most 100.',
    input: z.strictObject({}),
    reply: z.object({ accesses: z.array(EmergencyAccess) }),
  },
  waiting: {
    call: 'GET /emergency/accesses/waiting',
    access: { all: ['manage users'] },
    noChart: 'Returns a count only.',
    summary: 'Counts the emergency access that the caller can review.',
    input: z.strictObject({}),
    reply: z.object({ count: z.int() }),
  },
  review: {
    call: 'POST /emergency/accesses/:id/review',
    access: { all: ['manage users'] },
    noChart: 'Confirms the review only.',
    summary: 'Closes finished emergency access with a note. No one can review their own.',
    input: z.strictObject({ id: EmergencyAccessId, note: Line(500) }),
    reply: z.object({ reviewed: z.boolean() }),
  },
} as const satisfies EndpointTable;
