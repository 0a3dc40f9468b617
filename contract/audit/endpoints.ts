import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { AuditEntryId, PatientId, UserId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { AuditDetail, AuditEntry } from './entry.ts';

/** What is listed: everything, or what all of these have in common. Days are those of the clinic. */
const filter = {
  PatientId: PatientId.optional(),
  UserId: UserId.optional(),
  action: Text(60).optional(),
  from: DateString.optional(),
  to: DateString.optional(),
  sort: z.enum(['at', 'person', 'action']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

const access = { all: ['access company', 'manage users'] };
/** Lines of one export; a longer one is made of several periods. */
export const mostExported = 20_000;

export const auditEndpoints = {
  list: {
    call: 'GET /audit/entries',
    access,
    noChart: 'Audit entries, for reviewers.',
    summary: 'Lists audit entries, newest first by default. Record values are left out.',
    input: z.strictObject({ ...filter, after: Text(200).optional() }),
    reply: z.object({
      entries: z.array(AuditEntry),
      /** Where the next page begins; null on the last one. */
      after: z.string().nullable(),
    }),
  },
  get: {
    call: 'GET /audit/entries/:id',
    access,
    noChart: 'Audit entries, for reviewers.',
    summary: 'Returns one entry, with the values the caller can see.',
    input: z.strictObject({ id: AuditEntryId }),
    reply: AuditDetail,
  },
  people: {
    call: 'GET /audit/people',
    access,
    noChart: 'Audit entries, for reviewers.',
    summary: 'Lists all people in the log, including disabled users.',
    input: z.strictObject({}),
    reply: z.object({ people: z.array(z.object({ UserId, name: z.string() })) }),
  },
  export: {
    call: 'POST /audit/exports',
    access,
    noChart: 'Audit entries, for reviewers.',
    summary: `Exports the audit log as CSV, up to ${mostExported} lines, without values. The export is audited.`,
    input: z.strictObject(filter),
    reply: z.object({
      filename: z.string(),
      content: z.string(),
      lines: z.int(),
      /** There were more; a shorter period has them all. */
      isCut: z.boolean(),
    }),
  },
} as const satisfies EndpointTable;
