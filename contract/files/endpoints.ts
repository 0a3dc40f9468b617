import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { OnlineTable } from '../base/endpoint.ts';
import { PatientId } from '../base/ids.ts';
import { SentFile } from '../base/sent-file.ts';
import { FileCategory, MediaType } from './file.ts';

/** A file of a chart with its newest version. */
export const ChartFile = z.object({
  FileId: z.uuid(),
  Name: z.string(),
  Category: FileCategory,
  FileVersionId: z.uuid(),
  Number: z.int(),
  MediaType,
  Bytes: z.int(),
  createdAt: Instant,
});
export type ChartFile = z.output<typeof ChartFile>;

export const fileEndpoints = {
  list: {
    call: 'GET /patients/:id/files',
    access: {},
    chartOf: { patient: 'id' },
    summary: 'Lists the files of a chart, newest first.',
    input: z.strictObject({ id: PatientId }),
    reply: z.object({ PatientId, files: z.array(ChartFile) }),
  },
  download: {
    call: 'GET /files/url/:id/download',
    access: {},
    chartOf: { reply: ({ PatientId: one }: { PatientId: string }) => [one] },
    summary: 'Returns an address for one version of a file. It works once, within 60 seconds, in this session.',
    input: z.strictObject({ id: z.uuid() }),
    reply: z.object({ url: z.string(), expiresAt: Instant, name: z.string(), MediaType, PatientId }),
  },
  content: {
    call: 'GET /files/content/:token',
    access: {},
    sends: 'application/octet-stream',
    noChart: 'The call that made the address is audited.',
    summary: 'Returns the content of a file by an address from the download call.',
    input: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
    reply: SentFile,
  },
} as const satisfies OnlineTable;
