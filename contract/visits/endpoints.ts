import { z } from 'zod';
import { Instant, WallTime } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId, FacilityId, ProviderId, RoomId, SeriesId, VisitId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { PlaceOfService } from '../facilities/place-of-service.ts';
import { BookingIssueCode } from '../scheduling/issue-code.ts';
import { ChangedVisits } from './changed-visits.ts';
import { mostInSeries, SeriesScope } from './series-scope.ts';
import { VisitStage } from './stage.ts';
import { IntakeDifference, IntakeField, Visit, VisitHistory } from './visit.ts';

export const MoveOutcome = z.enum(['moved', 'intakeConflict', 'intakeIncomplete']);
export type MoveOutcome = z.output<typeof MoveOutcome>;

const refusedMove: Record<MoveOutcome, string | null> = {
  moved: null,
  intakeConflict: "The patient's intake answers differ from the chart. Compare them first, then move the visit.",
  intakeIncomplete: "The patient's intake is not complete. Finish it, or start the visit without it.",
};

/** What is told of a visit when it is booked; `End` is wall time too, at most a day after `Start`. */
const booking = {
  FacilityId,
  ProviderId,
  VisitTypeName: Line(60),
  Start: WallTime,
  End: WallTime,
  PlaceOfService,
  SchedulingNote: OptionalLine(500),
  TagIds: z.array(z.uuid()).max(20),
  RoomId: RoomId.nullable(),
};

export const VisitBooking = z.strictObject({
  VisitId,
  CaseId,
  ...booking,
  SchedulingNote: booking.SchedulingNote.default(null),
  TagIds: booking.TagIds.default([]),
  RoomId: booking.RoomId.default(null),
});
export type VisitBooking = z.output<typeof VisitBooking>;

/** Objections that somebody saw and books in spite of (contract/scheduling). */
const accepted = z.array(BookingIssueCode).max(20).optional();

/** A visit of a series, with what was accepted of it alone. */
export const SeriesBooking = VisitBooking.extend({ accepted });
export type SeriesBooking = z.output<typeof SeriesBooking>;

export const VisitChanges = z.strictObject(booking).partial();
export type VisitChanges = z.output<typeof VisitChanges>;

const schedules = { all: ['schedule visits'] } as const;

export const visitEndpoints = {
  list: {
    call: 'GET /visits',
    access: {},
    chartOf: { reply: ({ visits }: { visits: Visit[] }) => visits.map(({ PatientId }) => PatientId) },
    summary: 'Lists visits by ID.',
    input: z.strictObject({ VisitIds: z.string().max(4_000) }),
    reply: z.object({ visits: z.array(Visit) }),
  },
  get: {
    call: 'GET /visits/:id',
    access: {},
    chartOf: { visit: 'id' },
    summary: 'Returns one visit.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ visit: Visit }),
  },
  /** Applied only when `outcome` is `moved`; otherwise the user is shown why (spec 4). */
  move: {
    call: 'PUT /visits/:id',
    access: {},
    queueable: true,
    chartOf: { visit: 'id' },
    summary: 'Moves a visit to another stage. Each move needs its own permission.',
    input: z.strictObject({
      id: VisitId,
      destination: VisitStage,
      ignoreIncompleteIntake: z.boolean().optional(),
      lastUpdated: Instant,
      /** Why the patient does not come. */
      CancelReason: OptionalLine(200).optional(),
      /** Only with a late cancellation: what the patient owes for it, in cents; moving the visit back takes it back. */
      LateFee: z.int().min(1).max(50_000).optional(),
      /** Of a series, and only to let visits go: those of it that have not begun are cancelled along with it. */
      which: SeriesScope.optional(),
      /** Only where a visit takes its place again: what stands against that and was seen. */
      accepted,
    }),
    reply: z.object({ outcome: MoveOutcome, visit: Visit, changed: ChangedVisits }),
    stamps: ({ changed }: { changed: ChangedVisits }) => changed,
    refusal: (reply: { outcome: MoveOutcome }) => refusedMove[reply.outcome],
  },
  create: {
    call: 'POST /visits',
    access: schedules,
    queueable: true,
    chartOf: { reply: ({ visit }: { visit: Visit }) => [visit.PatientId] },
    summary: 'Books a visit. Fails if the provider, patient or room is taken.',
    input: VisitBooking.extend({ accepted }),
    reply: z.object({ visit: Visit, changed: ChangedVisits }),
    stamps: ({ changed }: { changed: ChangedVisits }) => changed,
  },
  createSeries: {
    call: 'POST /visits/series',
    access: schedules,
    queueable: true,
    chartOf: { reply: ({ visits }: { visits: Visit[] }) => visits.map(({ PatientId }) => PatientId) },
    bodyLimit: 512_000,
    summary: 'Books all visits of a series, or none.',
    input: z.strictObject({
      SeriesId,
      visits: z.array(SeriesBooking).min(1).max(mostInSeries),
      /** Of all visits that tell none of their own, as older apps queued it. */
      accepted,
    }),
    reply: z.object({ visits: z.array(Visit), changed: ChangedVisits }),
    stamps: ({ changed }: { changed: ChangedVisits }) => changed,
  },
  reschedule: {
    call: 'PUT /visits/:id/schedule',
    access: schedules,
    queueable: true,
    chartOf: { visit: 'id' },
    summary: 'Changes a visit’s time, place or provider; for a series, also later visits.',
    input: z.strictObject({
      id: VisitId,
      changes: VisitChanges,
      lastUpdated: Instant,
      accepted,
      which: SeriesScope.optional(),
    }),
    reply: z.object({ visit: Visit, changed: ChangedVisits }),
    stamps: ({ changed }: { changed: ChangedVisits }) => changed,
  },
  remove: {
    call: 'DELETE /visits/:id',
    access: schedules,
    queueable: true,
    noChart: 'Returns a count only.',
    summary: 'Removes a visit booked by mistake. It must not have started and must have no note or charges.',
    input: z.strictObject({
      id: VisitId,
      deletionReason: Line(200),
      /** Absent where a booking is taken back at once, and in calls of older devices. */
      lastUpdated: Instant.optional(),
    }),
    reply: z.object({ removed: z.int() }),
  },
  removeFuture: {
    call: 'DELETE /cases/:id/visits/future',
    access: schedules,
    queueable: true,
    noChart: 'Returns a count only.',
    summary: 'Removes the upcoming visits of a case, all or selected, that have no note or charges.',
    input: z.strictObject({
      id: CaseId,
      /** Those that were shown to whoever deletes them; others stay. Absent in calls of older devices. */
      VisitIds: z.array(VisitId).max(1000).optional(),
    }),
    reply: z.object({ removed: z.int() }),
  },
  resolveIntake: {
    call: 'POST /visits/:id/intake',
    access: { all: ['edit patients'] },
    queueable: true,
    chartOf: { visit: 'id' },
    summary: 'Copies the selected intake answers to the chart, keeps the rest of the chart, and ends the conflict.',
    input: z.strictObject({
      id: VisitId,
      accept: z.array(IntakeField),
      /** What was compared, if the chart says something else since the forms were sent. */
      seen: z.array(IntakeDifference).optional(),
    }),
    reply: z.object({ visit: Visit }),
  },
  history: {
    call: 'GET /visits/:id/history',
    access: {},
    chartOf: { visit: 'id' },
    summary: 'Lists the history of a visit, oldest first.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ history: z.array(VisitHistory) }),
  },
} as const satisfies EndpointTable;
