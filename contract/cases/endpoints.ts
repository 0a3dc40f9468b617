import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseId, PatientId, PlanOfCareId, PlanStampId } from '../base/ids.ts';
import { CaseEvalMeasurement } from '../measures/case-eval-measurement.ts';
import { Visit } from '../visits/visit.ts';
import { Authorization } from './authorization.ts';
import { Case, CaseFields, caseRecord, DischargeReason } from './case.ts';
import { keptFields, keptSentence, type KeptField } from './kept-fields.ts';
import { PlanStamp, stampFields } from './plan-stamp.ts';
import { Script } from './script.ts';

const mayEdit = { all: ['edit patients'] } as const;
const removed = z.object({ removed: z.literal(true) });

export const caseEndpoints = {
  get: {
    call: 'GET /cases/:id',
    access: {},
    chartOf: { case: 'id' },
    summary: 'Returns one case with its scripts, authorizations, visits and measurements.',
    input: z.strictObject({ id: CaseId }),
    reply: z.object({
      case: Case,
      scripts: z.array(Script),
      authorizations: z.array(Authorization),
      visits: z.array(Visit),
      case_eval_measurements: z.array(CaseEvalMeasurement),
    }),
  },
  create: {
    call: 'POST /cases',
    access: mayEdit,
    queueable: true,
    chartOf: { patient: 'PatientId' },
    summary: 'Opens a case for a patient. The client sets the ID.',
    input: z.strictObject({ ...CaseFields.shape, CaseId, PatientId }),
    reply: z.object({ case: Case }),
  },
  update: {
    call: 'PUT /cases/:id',
    access: mayEdit,
    queueable: true,
    chartOf: { case: 'id' },
    summary: 'Changes some fields of a case. Diagnoses that others changed in between stay.',
    input: caseRecord.Change,
    /** `kept`: fields left as they are, because somebody else changed them since `base`; the others are saved. */
    reply: z.object({ case: Case, kept: z.array(z.enum(keptFields)) }),
    leftover: (reply: { case: Case; kept: KeptField[] }) =>
      reply.kept.length > 0 ? { reason: keptSentence, current: reply.case } : null,
  },
  discharge: {
    call: 'POST /cases/:id/discharge',
    access: mayEdit,
    queueable: true,
    chartOf: { case: 'id' },
    summary:
      'Ends a case on a date, with the reason; null undoes the discharge. Booked visits stay booked. Without a reason that of the signed discharge note counts.',
    input: z.strictObject({
      id: CaseId,
      DischargedAt: DateString.nullable(),
      /** Left out where no one chose one, and by an app of before. */
      DischargeReason: DischargeReason.nullable().optional(),
      /** What the discharge note proposed, signed or not, as who discharged saw it; its signature may replace that. */
      NotedReason: DischargeReason.nullable().optional(),
    }),
    reply: z.object({ case: Case }),
  },
  remove: {
    call: 'DELETE /cases/:id',
    access: mayEdit,
    queueable: true,
    noChart: 'Confirms the removal only.',
    summary: 'Removes an unused case: no notes, no claims, and only canceled visits.',
    input: z.strictObject({ id: CaseId }),
    reply: removed,
  },
  stampPlan: {
    call: 'POST /plansOfCare/:id/stamps',
    access: { any: ['write notes', 'edit patients'] },
    queueable: true,
    chartOf: { reply: ({ planStamp }: { planStamp: PlanStamp }) => [planStamp.PatientId] },
    summary:
      'Records that a plan of care was sent, signed, ordered verbally, limited or delayed, or withdraws such a record. The client sets the ID.',
    input: z.strictObject({ id: PlanOfCareId, PlanStampId, ...stampFields }),
    reply: z.object({ planStamp: PlanStamp }),
  },
} as const satisfies EndpointTable;
