import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { ImportBatchId } from '../base/ids.ts';

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

export const importerEndpoints = {
  run: {
    call: 'POST /importer/patients',
    access: { all: ['access billing'] },
    bodyLimit: 40_000_000,
    noChart: 'Shows the contents of the caller’s own files.',
    summary: 'Imports patient CSV files. With dryRun nothing is saved. Bad rows are reported and skipped.',
    input: z.strictObject({ files: z.array(ImportFile).min(1).max(20), dryRun: z.boolean() }),
    reply: z.object({
      ImportBatchId: ImportBatchId.nullable(),
      counts: ImportCounts,
      /** The first of them; a file of nothing but mistakes has more than are sent. */
      problems: z.array(ImportProblem),
      /** All of them: rows left out, and repairs. */
      problemCounts: z.object({ errors: z.int(), warnings: z.int() }),
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
