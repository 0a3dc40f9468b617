import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { ImportBatchId } from '../base/ids.ts';
import { patientsIn } from '../base/patients-in.ts';
import { LikePerson } from '../same-people/endpoints.ts';

export const ImportFile = z.strictObject({ name: z.string().max(200), text: z.string().max(12_000_000) });
export type ImportFile = z.output<typeof ImportFile>;

/** A row that was left out, or taken with a repair (`warning`). Lines count from 1, the header is line 1. */
export const ImportProblem = z.object({
  file: z.string(),
  line: z.int(),
  severity: z.enum(['error', 'warning']),
  reason: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

export const ImportCounts = z.object({
  patients: z.int(),
  payers: z.int(),
  insurances: z.int(),
  /** Already here from an earlier import. */
  unchanged: z.int(),
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const ImportBatch = z.object({
  ImportBatchId,
  createdAt: Instant,
  createdBy: z.string(),
  files: z.array(z.string()),
  counts: ImportCounts,
  problemCount: z.int(),
  undoneAt: Instant.nullable(),
  /** Why undo is not possible any more, or null. */
  undoBlocked: z.string().nullable(),
});
export type ImportBatch = z.output<typeof ImportBatch>;

/** A row whose patient may be here already, or further up in the files. */
export const LikeRow = z.object({
  /** What the answer names: the id this patient would get. */
  id: z.uuid(),
  file: z.string(),
  line: z.int(),
  FirstName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string(),
  Phone: z.string().nullable(),
  /** Those of this site. */
  people: z.array(LikePerson),
  /** Those of the files, by the ids they would get. */
  rows: z.array(z.object({ id: z.uuid(), file: z.string(), line: z.int() })),
});
export type LikeRow = z.output<typeof LikeRow>;

export const importerEndpoints = {
  run: {
    call: 'POST /importer/patients',
    access: { all: ['access billing'] },
    bodyLimit: 40_000_000,
    chartOf: { reply: patientsIn, at: 'same people' },
    summary:
      'Imports patient CSV files. With dryRun nothing is saved. Bad rows are reported and skipped, and so are patients who may be here already until the caller says who they are.',
    input: z.strictObject({
      files: z.array(ImportFile).min(1).max(20),
      dryRun: z.boolean(),
      /** Rows that are a patient of this site, or the patient of an earlier row. */
      samePeople: z
        .array(z.strictObject({ id: z.uuid(), is: z.uuid() }))
        .max(100_000)
        .optional(),
      /** Rows that are another person than those they are like. */
      otherPeople: z.array(z.uuid()).max(100_000).optional(),
    }),
    reply: z.object({
      ImportBatchId: ImportBatchId.nullable(),
      counts: ImportCounts,
      /** The first of them; a file of nothing but mistakes has more than are sent. */
      problems: z.array(ImportProblem),
      /** All of them: rows left out, and repairs. */
      problemCounts: z.object({ errors: z.int(), warnings: z.int() }),
      /** The first of the rows of which nothing was said yet whether they are another person. */
      alike: z.array(LikeRow),
      alikeCount: z.int(),
      /** The first rows as they will be stored. */
      preview: z.array(z.object({ name: z.string(), DateOfBirth: z.string(), city: z.string(), payer: z.string() })),
    }),
  },
  batches: {
    call: 'GET /importer/batches',
    access: { all: ['access billing'] },
    noChart: 'The result of an import.',
    summary: 'Lists earlier imports, newest first.',
    input: z.strictObject({}),
    reply: z.object({ batches: z.array(ImportBatch) }),
  },
  undo: {
    call: 'POST /importer/batches/:id/undo',
    access: { all: ['access billing'] },
    noChart: 'The result of an import.',
    summary: 'Undoes an import, unless its patients are in use.',
    input: z.strictObject({ id: ImportBatchId }),
    reply: z.object({ removed: ImportCounts }),
  },
} as const satisfies EndpointTable;
