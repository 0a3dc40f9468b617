import { z } from 'zod';
import { withBase } from '../base/base.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { CopiedFrom, draftFields, OwnForm, OwnFormId, OwnFormLine } from './own-form.ts';

const manage = { all: ['access company', 'manage forms'] };
const noChart = 'Forms before anyone answers them.';
const bodyLimit = 1_048_576;
const some = z.object(draftFields).partial().shape;

export const intakeFormEndpoints = {
  list: {
    call: 'GET /intakeForms',
    access: manage,
    noChart,
    summary: 'Lists the clinic’s own intake forms, by their English title.',
    input: z.strictObject({}),
    reply: z.object({ forms: z.array(OwnFormLine) }),
  },
  get: {
    call: 'GET /intakeForms/:id',
    access: manage,
    noChart,
    summary: 'Returns the draft of a form.',
    input: z.strictObject({ id: OwnFormId }),
    reply: OwnForm,
  },
  create: {
    call: 'POST /intakeForms',
    access: manage,
    noChart,
    summary: 'Adds a form as a draft, which no one is asked before it is published.',
    input: z.strictObject({ ...draftFields, copiedFrom: CopiedFrom.optional() }),
    reply: OwnForm,
    bodyLimit,
  },
  update: {
    call: 'PUT /intakeForms/:id',
    access: manage,
    noChart,
    summary: 'Changes the draft of a form. Published versions stay the same.',
    input: z.strictObject({ id: OwnFormId, ...some, ...withBase }),
    reply: OwnForm,
    bodyLimit,
  },
  publish: {
    call: 'POST /intakeForms/:id/publish',
    access: manage,
    noChart,
    summary:
      'Publishes the draft as a new version. It never changes, and patients who have begun keep the version before.',
    /** `rev`: of the draft that was seen; `isSpanishRight`: also where the English changed and the Spanish did not. */
    input: z.strictObject({ id: OwnFormId, rev: z.int().min(1), isSpanishRight: z.boolean().optional() }),
    reply: OwnForm,
  },
  remove: {
    call: 'DELETE /intakeForms/:id',
    access: manage,
    noChart,
    summary: 'Removes a form. Patients who have begun it keep it, and signed forms stay in charts.',
    input: z.strictObject({ id: OwnFormId, ...withBase }),
    reply: z.object({ removed: z.literal(true) }),
  },
} as const satisfies OnlineTable;
