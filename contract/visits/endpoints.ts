import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { VisitId } from '../base/ids.ts';
import { VisitStage } from './stage.ts';
import { IntakeField, Visit, VisitHistory } from './visit.ts';

export const MoveOutcome = z.enum(['moved', 'intakeConflict', 'intakeIncomplete']);
export type MoveOutcome = z.output<typeof MoveOutcome>;

const refusedMove: Record<MoveOutcome, string | null> = {
  moved: null,
  intakeConflict: "The patient's intake answers differ from the chart. Compare them first, then move the visit.",
  intakeIncomplete: "The patient's intake is not complete. Finish it, or start the visit without it.",
};

export const visitEndpoints = {
  list: {
    call: 'GET /visits',
    access: {},
    summary: 'Visits by id.',
    input: z.strictObject({ VisitIds: z.string().max(4_000) }),
    reply: z.object({ visits: z.array(Visit) }),
  },
  get: {
    call: 'GET /visits/:id',
    access: {},
    summary: 'One visit.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ visit: Visit }),
  },
  /** Applied only when `outcome` is `moved`; otherwise the user is shown why (spec 4). */
  move: {
    call: 'PUT /visits/:id',
    access: {},
    queueable: true,
    summary: 'Moves a visit to another stage by the table of moves; its permission depends on the move.',
    input: z.strictObject({
      id: VisitId,
      destination: VisitStage,
      ignoreIncompleteIntake: z.boolean().optional(),
      lastUpdated: Instant,
    }),
    reply: z.object({ outcome: MoveOutcome, visit: Visit }),
    refusal: (reply: { outcome: MoveOutcome }) => refusedMove[reply.outcome],
  },
  resolveIntake: {
    call: 'POST /visits/:id/intake',
    access: { all: ['edit patients'] },
    queueable: true,
    summary: 'Takes the named intake answers into the chart, keeps the chart for the rest, and ends the conflict.',
    input: z.strictObject({ id: VisitId, accept: z.array(IntakeField) }),
    reply: z.object({ visit: Visit }),
  },
  history: {
    call: 'GET /visits/:id/history',
    access: {},
    summary: 'What happened to a visit, oldest first.',
    input: z.strictObject({ id: VisitId }),
    reply: z.object({ history: z.array(VisitHistory) }),
  },
} as const satisfies EndpointTable;
