import { z } from 'zod';
import { withBase } from '../base/base.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { Line } from '../base/text.ts';
import { CustomCaseInput, PayerReportingType, VisitTag } from './clinic-lists.ts';

/** spec 2: a child of /company. */
const manages = { all: ['access company', 'manage company settings'] };
const retirable = { Inactive: z.boolean() };

export const clinicListEndpoints = {
  all: {
    call: 'GET /company/lists',
    access: manages,
    summary: 'The short lists of the clinic with what is no longer used.',
    input: z.strictObject({}),
    reply: z.object({
      customCaseInputs: z.array(CustomCaseInput.extend(retirable)),
      visitTags: z.array(VisitTag.extend(retirable)),
      payerReportingTypes: z.array(PayerReportingType),
    }),
  },
  activeCustomCaseInputs: {
    call: 'GET /activeCustomCaseInputs',
    access: {},
    summary: 'The questions of the clinic that are asked on cases now.',
    input: z.strictObject({}),
    reply: z.object({ activeCustomCaseInputs: z.array(CustomCaseInput) }),
  },
  saveCustomCaseInput: {
    call: 'PUT /customCaseInputs/:id',
    access: manages,
    summary:
      'A question for cases, new or changed; one that is not used any more stays for the cases that answered it.',
    input: z.strictObject({ id: z.uuid(), Label: Line(60), ...retirable, ...withBase }),
    reply: CustomCaseInput.extend(retirable),
  },
  visitTags: {
    call: 'GET /visitTag',
    access: {},
    summary: 'The tags visits can be given now.',
    input: z.strictObject({}),
    reply: z.object({ tags: z.array(VisitTag) }),
  },
  saveVisitTag: {
    call: 'PUT /visitTag/:id',
    access: manages,
    summary: 'A visit tag, new or changed; one that is not used any more stays on the visits that have it.',
    input: z.strictObject({ id: z.uuid(), Name: Line(60), ...retirable, ...withBase }),
    reply: VisitTag.extend(retirable),
  },
  addPayerReportingType: {
    call: 'POST /payers/reportingType',
    access: manages,
    summary: 'A new payer reporting type; none is added twice, whatever its case (spec 5).',
    input: z.strictObject({ Description: Line(60) }),
    reply: PayerReportingType,
  },
  renamePayerReportingType: {
    call: 'PUT /payers/reportingType/:id',
    access: manages,
    summary: 'Another description of a payer reporting type.',
    input: z.strictObject({ id: z.uuid(), Description: Line(60), ...withBase }),
    reply: PayerReportingType,
  },
} as const satisfies EndpointTable;
