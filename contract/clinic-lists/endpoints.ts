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
    noChart: 'About the clinic’s own lists.',
    summary: 'Returns the clinic’s short lists, including inactive entries.',
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
    noChart: 'About the clinic’s own lists.',
    summary: 'Lists the active case questions.',
    input: z.strictObject({}),
    reply: z.object({ activeCustomCaseInputs: z.array(CustomCaseInput) }),
  },
  saveCustomCaseInput: {
    call: 'PUT /customCaseInputs/:id',
    access: manages,
    noChart: 'About the clinic’s own lists.',
    summary: 'Adds or changes a case question. Cases keep their answers to inactive questions.',
    input: z.strictObject({ id: z.uuid(), Label: Line(60), ...retirable, ...withBase }),
    reply: CustomCaseInput.extend(retirable),
  },
  visitTags: {
    call: 'GET /visitTag',
    access: {},
    noChart: 'About the clinic’s own lists.',
    summary: 'Lists the active visit tags.',
    input: z.strictObject({}),
    reply: z.object({ tags: z.array(VisitTag) }),
  },
  saveVisitTag: {
    call: 'PUT /visitTag/:id',
    access: manages,
    noChart: 'About the clinic’s own lists.',
    summary: 'Adds or changes a visit tag. Visits keep tags that become inactive.',
    input: z.strictObject({ id: z.uuid(), Name: Line(60), ...retirable, ...withBase }),
    reply: VisitTag.extend(retirable),
  },
  addPayerReportingType: {
    call: 'POST /payers/reportingType',
    access: manages,
    noChart: 'About the clinic’s own lists.',
    summary: 'Adds a payer reporting type. Names are unique, ignoring case (spec 5).',
    input: z.strictObject({ Description: Line(60) }),
    reply: PayerReportingType,
  },
  renamePayerReportingType: {
    call: 'PUT /payers/reportingType/:id',
    access: manages,
    noChart: 'About the clinic’s own lists.',
    summary: 'Renames a payer reporting type.',
    input: z.strictObject({ id: z.uuid(), Description: Line(60), ...withBase }),
    reply: PayerReportingType,
  },
} as const satisfies EndpointTable;
