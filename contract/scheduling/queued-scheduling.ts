import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { NonPatientVisitId, VisitId, VisitRequestId } from '../base/ids.ts';
import { CustomDay, CustomDayFields } from './custom-day.ts';
import { BookingIssueCode } from './issue-code.ts';
import { NonPatientVisit, NonPatientVisitFields } from './non-patient-visit.ts';
import { VisitRequest, VisitRequestFields } from './visit-request.ts';

/** The calls of scheduling that may wait; the views of a server work online only. */
export const queuedScheduling = {
  createCustomDays: {
    call: 'POST /providerSchedules/createCustomDays',
    access: { any: ['manage schedules', 'schedule visits'] },
    queueable: true,
    bodyLimit: 512_000,
    noChart: 'Returns visit IDs only.',
    summary: 'Sets or resets days that replace the weekly schedule. Others’ days need `manage schedules`.',
    input: z.strictObject({
      /** With `isRemoved` the week's own hours hold again. */
      customDayProviderSchedules: z
        .array(CustomDayFields.extend({ isRemoved: z.boolean().default(false) }))
        .min(1)
        .max(200),
    }),
    reply: z.object({
      customDays: z.array(CustomDay),
      /** Visits still to come that are now outside of the hours. */
      outside: z.array(VisitId),
    }),
  },
  saveNonPatientVisit: {
    call: 'PUT /nonPatientVisits/:id',
    access: { all: ['schedule visits'] },
    queueable: true,
    noChart: 'Blocks have no patient.',
    summary: 'Adds or changes a block.',
    input: NonPatientVisitFields.omit({ NonPatientVisitId: true }).extend({
      id: NonPatientVisitId,
      accepted: z.array(BookingIssueCode).max(20).optional(),
      /** Takes a removal back: what is gone is there again; where it is still there, others' changes stay. */
      restores: z.literal(true).optional(),
    }),
    reply: z.object({ nonPatientVisit: NonPatientVisit }),
  },
  removeNonPatientVisit: {
    call: 'DELETE /nonPatientVisits/:id',
    access: { all: ['schedule visits'] },
    queueable: true,
    noChart: 'Blocks have no patient.',
    summary: 'Removes a block.',
    input: z.strictObject({ id: NonPatientVisitId }),
    reply: z.object({ removed: z.int() }),
  },
  saveVisitRequest: {
    call: 'PUT /visitRequests/:id',
    access: { all: ['schedule visits'] },
    queueable: true,
    chartOf: { case: 'CaseId' },
    summary: 'Adds a patient to the waitlist, or changes their entry.',
    input: z.strictObject({
      ...VisitRequestFields.shape,
      id: VisitRequestId,
      /** Puts somebody who was taken off the list back on it; without it they stay off. */
      reopens: z.literal(true).optional(),
    }),
    reply: z.object({ visitRequest: VisitRequest }),
    // It names the visit it asks for an earlier time of, and never moves it.
    stamps: () => [],
  },
  withdrawVisitRequest: {
    call: 'DELETE /visitRequests/:id',
    access: { all: ['schedule visits'] },
    queueable: true,
    chartOf: { reply: ({ visitRequest }: { visitRequest: VisitRequest }) => [visitRequest.PatientId] },
    summary: 'Removes a patient from the waitlist. Their visit stays booked.',
    input: z.strictObject({ id: VisitRequestId }),
    reply: z.object({ visitRequest: VisitRequest }),
  },
} as const satisfies EndpointTable;
